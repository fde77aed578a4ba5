import type { Call } from '@parley/contract/phone'
import type { Language } from '../../i18n/language.tsx'
import type { LocalCall } from '../manager/local-call.ts'
import { consultedName, findConsultation, isConsulting } from './labels.ts'

type UserCall = Pick<LocalCall, 'call' | 'legId'>

/**
 * The effect of hanging up.
 *
 * - `ends`: it ends the call with the only other party;
 * - `ends-consultation`: it ends the call with the number of a transfer;
 * - `leaves`: the others stay connected;
 * - `ends-for-everyone`: the call ends for all others;
 * - `ends-part`: the call ends for those whom this call connects; members stay connected with those whom they added.
 */
function findEffect(call: Call, ownLegId: string | null) {
  if (isConsulting(call, ownLegId)) return 'ends-consultation'
  const isPresent = ({ state }: Call['legs'][number]) => state !== 'left'
  const others = call.legs.filter((leg) => isPresent(leg) && leg.id !== ownLegId)
  const isSharedWithUser = others.some(({ kind }) => kind === 'browser')
  if (call.conferenceLegs.some(isPresent))
    return others.length > 1 && !isSharedWithUser ? 'ends-part' : 'leaves'
  if (others.length < 2) return 'ends'
  return isSharedWithUser ? 'leaves' : 'ends-for-everyone'
}

/**
 * Returns whether a single key may hang up. Emergency calls, and calls that would end for several others, are ended only
 * with the button, which says its effect.
 */
export function canHangUpWithKey({ call, legId }: UserCall): boolean {
  const effect = call && findEffect(call, legId)
  return !call?.hasEmergencyService && effect !== 'ends-for-everyone' && effect !== 'ends-part'
}

/** The label of the button that hangs up: its effect on the others. */
export function hangUpLabel({ call, legId }: UserCall, { t }: Language): string {
  const effect = call && findEffect(call, legId)
  if (effect === 'leaves') return t('live.leave-connected')
  return t(effect === 'ends-for-everyone' ? 'live.end-for-everyone' : 'live.hang-up')
}

/** The effect of hanging up where its label does not say it; null otherwise. */
export function hangUpHint({ call, legId }: UserCall, { t }: Language): string | null {
  const effect = call && findEffect(call, legId)
  const consultation = call && findConsultation(call)
  if (effect === 'ends-consultation' && consultation)
    return t('transfer.hang-up-hint', { name: consultedName(consultation) })
  return effect === 'ends-part' ? t('live.ends-part') : null
}

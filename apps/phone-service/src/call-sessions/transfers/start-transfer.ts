import { PhoneError } from '@parley/contract/phone'
import { type CallLeg, isTransferring } from '../../call-state/index.ts'
import type { ChargedLeg } from '../../limits/index.ts'
import type { CurrentUser } from '../../request-context/index.ts'
import { listOthers, setOnHold } from '../call-controls.ts'
import { requireOwnLeg } from '../call-users.ts'
import { dialParticipant, reserveParticipant } from '../legs/add-participants.ts'
import type { DialRequest } from '../parts/call-dialling.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { runLogged, runOrUnavailable } from '../parts/engine-failures.ts'
import { isEmergency } from './emergency-rules.ts'
import { findReferableLeg, refer } from './refer-call.ts'
import { handOver, saveTransfer } from './transfer-call.ts'

export interface TransferRequest {
  readonly dial: DialRequest
  readonly charged: ChargedLeg | null
  /** `blind`: the user leaves immediately. `attended`: the user talks to the number first. */
  readonly mode: 'blind' | 'attended'
}

/**
 * Puts the others on hold and dials the number to which a user transfers the call, within the limits of the
 * workspace; or asks the trunk to connect it, see {@link findReferableLeg}. A recording is paused during the consultation.
 *
 * @throws {PhoneError} `NOT_IN_CALL`, `CALL_NOT_TRANSFERABLE`, `EMERGENCY_CALL_NOT_TRANSFERRED`,
 *   `TRANSFER_IN_PROGRESS`, and as {@link dialParticipant}
 */
export async function startTransfer(
  parts: CallParts,
  user: CurrentUser,
  { dial, charged, mode }: TransferRequest,
): Promise<void> {
  const { record, conference, recorder, dialling } = parts
  const orFail = (work: () => Promise<void>) => runOrUnavailable(parts, 'call.transfer_failed', work)
  const own = requireOwnLeg(parts, user)
  requireTransferable(parts, own)
  const referred = mode === 'blind' ? await findReferableLeg(parts, own, dial) : null
  const others = listOthers(parts, own.id)
  const heldBefore = others.filter(({ isOnHold }) => isOnHold).map(({ id }) => id)

  const hasPausedRecording = record.state.recordingState === 'on'
  try {
    await orFail(() => setOnHold(parts, conference.require(), others, 'held'))
    if (hasPausedRecording) await recorder.setPaused('paused')
    if (referred) {
      await reserveParticipant(parts, user, dial, charged)
      await orFail(() => dialling.requireClient(dial))
    } else await dialParticipant(parts, user, dial, charged)
  } catch (error) {
    await undoStart(parts, own, { heldBefore, hasPausedRecording })
    throw error
  }
  const { slotId: legId, to: number } = dial
  await saveTransfer(parts, { stage: 'consulting', legId, number, userId: user.userId, hasPausedRecording })
  if (mode === 'blind') await orFail(() => handOver(parts, own))
  // The user has left: from here on, the transfer does not depend on the client.
  if (referred) await refer(parts, referred, { ...dial, signal: undefined })
}

/** Releases those who were not on hold before, and resumes the recording. Failures are logged. */
async function undoStart(
  parts: CallParts,
  own: CallLeg,
  before: { readonly heldBefore: readonly string[]; readonly hasPausedRecording: boolean },
): Promise<void> {
  const { conference, recorder } = parts
  const released = listOthers(parts, own.id).filter(({ id }) => !before.heldBefore.includes(id))
  await runLogged(parts, 'call.transfer_failed', () =>
    setOnHold(parts, conference.require(), released, 'released'),
  )
  if (before.hasPausedRecording)
    await runLogged(parts, 'call.transfer_failed', () => recorder.setPaused('resumed'))
}

function requireTransferable(parts: CallParts, own: CallLeg): void {
  const { state } = parts.record
  const { legs, answeredAt, parked } = state
  if (isTransferring(state)) throw new PhoneError('TRANSFER_IN_PROGRESS')
  const hasOther = legs.some(({ id, kind, state }) => id !== own.id && kind === 'phone' && state === 'joined')
  if (isEmergency(parts)) throw new PhoneError('EMERGENCY_CALL_NOT_TRANSFERRED')
  if (answeredAt === null || parked || !hasOther) throw new PhoneError('CALL_NOT_TRANSFERABLE')
}

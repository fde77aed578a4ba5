import { PhoneError } from '@parley/contract/phone'
import type { CallLeg } from '../../call-state/index.ts'
import { endIfAbandoned } from '../end-call.ts'
import type { CallParts } from '../parts/call-parts.ts'
import type { LimitReason } from '../parts/time-limits.ts'
import { clearDetachedTimer } from '../timers/timer-data.ts'
import { requireRemovable } from '../transfers/consultation-rules.ts'
import { requireRemovableInEmergency } from '../transfers/emergency-rules.ts'

/** Why a leg is removed: by a user, by a limit, or because its browser has not reconnected. */
export type RemovalReason =
  | 'hung-up'
  | 'microphone-blocked'
  | 'media-failed'
  | 'media-lost'
  | 'removed'
  | LimitReason

/** Removes a leg, and ends the call when it cannot continue without it. */
export async function removeLeg(parts: CallParts, legId: string, reason: RemovalReason): Promise<void> {
  const { deps, record, ringing, conference } = parts
  const at = deps.now().getTime()
  const left = { type: 'leg-left', at, legId, reason, sipAnswer: null } as const
  await record.apply(left, clearDetachedTimer(record.state, legId))
  ringing.onLegLeft(legId)
  if ((await endIfAbandoned(parts, at)) === 'continues') await conference.current?.hangUp(legId)
}

/**
 * Removes a leg at the request of a participant.
 *
 * @throws {PhoneError} `LEG_NOT_FOUND`, and as {@link requireRemovable} and {@link requireRemovableInEmergency}
 */
export async function removeParticipant(parts: CallParts, own: CallLeg, legId: string): Promise<void> {
  const leg = parts.record.state.legs.find(({ id, state }) => id === legId && state !== 'left')
  if (!leg) throw new PhoneError('LEG_NOT_FOUND')
  requireRemovable(parts.record.state, own, leg)
  requireRemovableInEmergency(parts.record.stored, own, leg)
  await removeLeg(parts, leg.id, leg.id === own.id ? 'hung-up' : 'removed')
}

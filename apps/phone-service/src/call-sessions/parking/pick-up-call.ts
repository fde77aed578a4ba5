import { PhoneError } from '@parley/contract/phone'
import { type CallLeg, isFull } from '../../call-state/index.ts'
import { addAnsweringLeg, type JoinedCall, orUnavailable, type UserAtHandset } from '../browser-legs.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { clearTimer, parkedTimer, ringingTimer } from '../timers/timer-data.ts'
import { releaseOthers } from '../transfers/transfer-call.ts'

/**
 * Adds a browser leg that picks up the parked call. The others are connected with it when its audio connects; one
 * user wins.
 *
 * @throws {PhoneError} `CALL_NOT_PARKED`, also while another user is picking it up, `CALL_FULL`,
 *   `ENGINE_UNAVAILABLE`
 */
export async function pickUpCall(parts: CallParts, by: UserAtHandset): Promise<JoinedCall> {
  const { record, ringing, conference } = parts
  const { answering } = ringing
  if (record.hasEnded || !record.state.parked) throw new PhoneError('CALL_NOT_PARKED')
  if (answering && answering.userId !== by.user.userId) throw new PhoneError('CALL_NOT_PARKED')
  if (isFull(record.state)) throw new PhoneError('CALL_FULL')
  return await orUnavailable(parts, 'call.pick_up_failed', () =>
    addAnsweringLeg(parts, conference.require(), by),
  )
}

/** Connects the user, who has picked up the call, with the others. */
export async function connectParkedCall(parts: CallParts, own: CallLeg): Promise<void> {
  const { deps, record, ringing } = parts
  if (own.userId === null) return
  ringing.sendEnd(record.stored, { because: 'answered', by: { userId: own.userId, name: own.userName } })
  ringing.end()
  const timers = [clearTimer(parkedTimer), clearTimer(ringingTimer)]
  await record.apply({ type: 'parked', at: deps.now().getTime(), parked: null }, timers)
  await releaseOthers(parts, own.id)
}

import { PhoneError } from '@parley/contract/phone'
import { isFull } from '../../call-state/index.ts'
import type { CurrentUser } from '../../request-context/index.ts'
import { addAnsweringLeg, type JoinedCall, type UserInTab } from '../browser-legs.ts'
import { endCall } from '../end-call.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { runOrUnavailable } from '../parts/engine-failures.ts'
import { beginNextStep, findNextStep } from '../routing-steps/run-steps.ts'

/**
 * Adds a browser leg that answers the call. The trunk leg is answered when its audio connects; one user wins.
 *
 * @throws {PhoneError} `CALL_ENDED`, `CALL_ELSEWHERE`, `CALL_FULL`, `ENGINE_UNAVAILABLE`
 */
export async function answer(parts: CallParts, by: UserInTab): Promise<JoinedCall> {
  const { record, ringing, conference } = parts
  ringing.requireFor(record.stored, by.user.userId)
  if (ringing.answering && ringing.answering.userId !== by.user.userId) throw new PhoneError('CALL_ELSEWHERE')
  if (isFull(record.state)) throw new PhoneError('CALL_FULL')
  return await runOrUnavailable(parts, 'call.answer_failed', async () =>
    addAnsweringLeg(parts, conference.require(), by),
  )
}

/** Declines the call for one user. When all users for whom it rings have declined, it rings for the next ones, or is rejected. */
export async function decline(parts: CallParts, user: CurrentUser): Promise<void> {
  const { deps, record, ringing } = parts
  const others = ringing.targets(record.stored).filter((userId) => userId !== user.userId)
  const isQueued = record.state.queue !== undefined && ringing.legId !== null
  // Other members can still pick up a parked call.
  const isParked = record.state.parked !== undefined
  if (others.length > 0 || !ringing.isRinging || isQueued || isParked)
    return ringing.decline(record.stored, user.userId)
  if (findNextStep(parts)) {
    ringing.decline(record.stored, user.userId)
    await beginNextStep(parts)
    return
  }
  ringing.sendEnd(record.stored)
  await endCall(parts, 'declined', deps.now().getTime())
}

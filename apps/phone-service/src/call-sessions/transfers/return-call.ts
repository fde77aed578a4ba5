import type { CallLeg } from '../../call-state/index.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { ringUsers } from '../ringing/ring-users.ts'
import { clearTimer, createRingingTimer, setTimer, timerNames } from '../timers/timer-data.ts'
import { clearTransfer, releaseOthers, saveTransfer } from './transfer-call.ts'

/**
 * Rings for the user who has transferred the call when its number has left without an answer, until they answer
 * or the ring timeout expires. No-op for other legs.
 */
export async function returnUnansweredTransfer(parts: CallParts, legId: string): Promise<void> {
  const { deps, record, ringing } = parts
  const { transfer } = record.state
  if (record.hasEnded || transfer?.stage !== 'dialing' || transfer.legId !== legId) return
  ringing.returnTo(transfer.userId)
  record.changeTimers([setTimer(createRingingTimer(deps.settings.ringTimeoutMs))])
  await saveTransfer(parts, { ...transfer, stage: 'returning' })
  await ringUsers(parts, parts.ringing.targets(parts.record.stored))
}

/** Connects the user, to whom a call has returned, with the others. */
export async function answerReturnedCall(parts: CallParts, own: CallLeg): Promise<void> {
  const { record, ringing } = parts
  if (own.userId === null) return
  ringing.sendEnd(record.stored)
  ringing.end()
  record.changeTimers([clearTimer(timerNames.ringing), clearTimer(timerNames.withoutUser)])
  await clearTransfer(parts)
  await releaseOthers(parts, own.id)
}

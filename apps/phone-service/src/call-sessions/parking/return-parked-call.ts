import type { CallParts } from '../parts/call-parts.ts'
import { ringUsers } from '../ringing/ring-users.ts'
import { answeringCheckMs, createParkedTimer, createRingingTimer, setTimer } from '../timers/timer-data.ts'

/**
 * Rings for the user who has parked the call, because no member has picked it up, until a member picks it up or the
 * ring timeout expires.
 */
export async function returnParkedCall(parts: CallParts): Promise<void> {
  const { deps, record, ringing } = parts
  const { parked } = record.state
  if (!parked) return
  if (ringing.answering) {
    // The audio of a user who picks it up is being connected.
    return record.changeTimers([setTimer(createParkedTimer(answeringCheckMs))])
  }
  ringing.returnTo(parked.userId)
  const timer = setTimer(createRingingTimer(deps.settings.ringTimeoutMs))
  const at = deps.now().getTime()
  await record.apply({ type: 'parked', at, parked: { ...parked, returnedAt: at } }, [timer])
  await ringUsers(parts, ringing.targets(record.stored))
}

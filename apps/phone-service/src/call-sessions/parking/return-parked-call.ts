import type { CallParts } from '../parts/call-parts.ts'
import { answeringCheckMs, ringUsers } from '../ring-users.ts'
import { parkedTimer, ringingTimer, setTimer } from '../timers/timer-data.ts'

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
    record.changeTimers([
      setTimer({ name: parkedTimer, afterMs: answeringCheckMs, data: { kind: 'parked' } }),
    ])
    return
  }
  ringing.returnTo(parked.userId)
  const { ringTimeoutMs: afterMs } = deps.settings
  const timer = setTimer({ name: ringingTimer, afterMs, data: { kind: 'ringing' } })
  const at = deps.now().getTime()
  await record.apply({ type: 'parked', at, parked: { ...parked, returnedAt: at } }, [timer])
  await ringUsers(parts, ringing.targets(record.stored))
}

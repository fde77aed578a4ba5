import type { Services } from '../services.ts'
import type { CallSession } from './call-session.ts'
import { SaveRetries } from './timers/save-retries.ts'
import { TimerScheduler } from './timers/timer-scheduler.ts'

/** The dependencies of operations that control calls: the active calls of this node, by id. */
export interface CallSessionService {
  readonly callSessions: Map<string, CallSession>
  readonly timerScheduler: TimerScheduler
  /** The saves of ended calls that have failed. */
  readonly endRetries: SaveRetries
}

export function createCallSessions(
  deps: Pick<Services, 'database' | 'nodeId' | 'nodeLease' | 'log'>,
): CallSessionService {
  const callSessions = new Map<string, CallSession>()
  const timerScheduler = new TimerScheduler({ ...deps, callSessions })
  return { callSessions, timerScheduler, endRetries: new SaveRetries() }
}

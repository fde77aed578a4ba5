import type { Services } from '../services.ts'
import type { CallSession } from './call-session.ts'
import { TimerScheduler } from './timers/timer-scheduler.ts'

/** The dependencies of operations that control calls: the active calls of this node, by id. */
export interface CallSessionService {
  readonly callSessions: Map<string, CallSession>
  readonly timerScheduler: TimerScheduler
}

export function createCallSessions(
  deps: Pick<Services, 'database' | 'nodeId' | 'nodeLease' | 'log'>,
): CallSessionService {
  const callSessions = new Map<string, CallSession>()
  return { callSessions, timerScheduler: new TimerScheduler({ ...deps, callSessions }) }
}

import type { Services } from '../services.ts'
import type { CallSession } from './call-session.ts'
import { type CallWarnings, createCallWarnings } from './call-warnings.ts'
import { AudioFiles } from './players/audio-files.ts'
import { SaveRetries } from './timers/save-retries.ts'
import { TimerScheduler } from './timers/timer-scheduler.ts'

/** The dependencies of operations that control calls: the active calls of this node, by id. */
export interface CallSessionService {
  readonly callSessions: Map<string, CallSession>
  readonly timerScheduler: TimerScheduler
  readonly audioFiles: AudioFiles
  /** Repeats saves that must not be lost: the ends of calls, and answers that cost money. */
  readonly saveRetries: SaveRetries
  readonly callWarnings: CallWarnings
}

export function createCallSessions(
  deps: Pick<Services, 'database' | 'nodeId' | 'nodeLease' | 'log'>,
): CallSessionService {
  const callSessions = new Map<string, CallSession>()
  const timerScheduler = new TimerScheduler({ ...deps, callSessions })
  return {
    callSessions,
    timerScheduler,
    audioFiles: new AudioFiles(),
    saveRetries: new SaveRetries(),
    callWarnings: createCallWarnings(deps.log),
  }
}

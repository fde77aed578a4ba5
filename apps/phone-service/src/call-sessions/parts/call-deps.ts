import type { ActiveCallService } from '../../call-log/index.ts'
import type { LiveService } from '../../live/index.ts'
import type { SimulatedPstnService } from '../../numbers/index.ts'
import type { NotifyByPushDeps } from '../../push/index.ts'
import type { RecordingStorageService } from '../../recordings/index.ts'
import type { AuthenticationService } from '../../request-context/index.ts'
import type { Services } from '../../services.ts'
import type { CallWarnings } from '../call-warnings.ts'
import type { AudioFiles } from '../players/audio-files.ts'
import type { SaveRetries } from '../timers/save-retries.ts'
import type { TimerScheduler } from '../timers/timer-scheduler.ts'

/** The parts of the service that a call session uses. */
export type CallDeps = Pick<
  Services,
  | 'database'
  | 'now'
  | 'nodeId'
  | 'nodeLease'
  | 'engine'
  | 'log'
  | 'directory'
  | 'projectId'
  | 'rateLimits'
  | 'settings'
> &
  LiveService &
  RecordingStorageService &
  NotifyByPushDeps &
  SimulatedPstnService &
  AuthenticationService &
  ActiveCallService & {
    readonly timerScheduler: TimerScheduler
    readonly audioFiles: AudioFiles
    readonly saveRetries: SaveRetries
    readonly callWarnings: CallWarnings
    /** A call session removes itself when its end is saved. */
    readonly callSessions: Pick<Map<string, unknown>, 'delete'>
  }

import type { MediaCommandName } from '../media/protocol.ts'
import { type ResponseTimer, startResponseTimer } from './response-timer.ts'

/** A process that has not started after this time is killed. */
const startTimeoutMs = 60_000

/** Finds out that a media process no longer responds. */
export interface Watchdog {
  /** Whether the process has sent something lately; false before `start`. */
  readonly isResponsive: boolean
  /** Begins to ping the process. */
  start(ping: () => void): void
  /** The process has sent something. */
  received(): void
  /** Returns the timer of a command that may not take any time, to be stopped with its response. */
  limit(command: MediaCommandName): ResponseTimer | null
  stop(): void
}

/** @param onUnresponsive called for each time limit that is exceeded. */
export function createWatchdog(responseTimeoutMs: number, onUnresponsive: () => void): Watchdog {
  /** The threads of WebRTC can hang in a process that responds to pings. */
  const timeoutsMs: Partial<Record<MediaCommandName, number>> = {
    start: startTimeoutMs,
    'offer-webrtc': responseTimeoutMs,
  }
  let pings: ResponseTimer | null = null

  return {
    get isResponsive() {
      return pings?.isLate === false
    },
    start(ping) {
      pings = startResponseTimer({
        timeoutMs: responseTimeoutMs,
        onStep: ping,
        onTimeout: onUnresponsive,
      })
    },
    received: () => pings?.restart(),
    limit(command) {
      const timeoutMs = timeoutsMs[command]
      return timeoutMs === undefined ? null : startResponseTimer({ timeoutMs, onTimeout: onUnresponsive })
    },
    stop: () => pings?.stop(),
  }
}

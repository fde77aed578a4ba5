import { type Clock, systemClock } from '@parley/primitives'

const steps = 10
/** A process that has missed this many steps may be hanging. */
const stepsUntilLate = 3

export interface ResponseTimer {
  /** Whether nothing has been received for a part of the time. */
  readonly isLate: boolean
  /** Something was received: the time begins anew. */
  restart(): void
  stop(): void
}

export interface ResponseTimerOptions {
  readonly timeoutMs: number
  readonly clock?: Clock
  /** Called ten times in `timeoutMs`. */
  readonly onStep?: () => void
  /** Called once, `timeoutMs` after the last restart. */
  readonly onTimeout: () => void
}

/**
 * Waits for responses of another process. The time passes in steps of a tenth, at most one in each iteration of
 * the event loop, so that responses that wait while this process is busy are received before it has passed.
 */
export function startResponseTimer({
  timeoutMs,
  clock = systemClock,
  onStep,
  onTimeout,
}: ResponseTimerOptions): ResponseTimer {
  let passed = 0
  const schedule = () => clock.after(timeoutMs / steps, step)
  const step = () => {
    passed += 1
    if (passed >= steps) return onTimeout()
    cancel = schedule()
    onStep?.()
  }
  let cancel = schedule()

  return {
    get isLate() {
      return passed >= stepsUntilLate
    },
    restart() {
      passed = 0
    },
    stop: () => cancel(),
  }
}

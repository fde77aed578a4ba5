import type { Clock } from '@parley/primitives'

/**
 * Creates a clock whose pending timers are cancelled by `stop`, so that they do not keep the process alive.
 */
export function createStoppableClock(
  clock: Clock,
  onError: (error: unknown) => void,
): Clock & { stop(): void } {
  const cancels = new Set<() => void>()
  return {
    now: () => clock.now(),
    after: (delayMs, callback) => {
      const cancelTimer = clock.after(delayMs, () => {
        cancels.delete(cancel)
        try {
          callback()
        } catch (error) {
          onError(error)
        }
      })
      const cancel = () => {
        cancels.delete(cancel)
        cancelTimer()
      }
      cancels.add(cancel)
      return cancel
    },
    stop: () => {
      for (const cancel of cancels) cancel()
    },
  }
}

/** Where the stack gets the time from, so that a test can hold it still. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  /** Runs `callback` once, `delayMs` from now, unless the returned function is called before. */
  after(delayMs: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

/** A clock whose timers end with it, so that nothing waits for what nobody is there to do any more. */
export function stoppableClock(clock: Clock, onError: (error: unknown) => void): Clock & { stop(): void } {
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

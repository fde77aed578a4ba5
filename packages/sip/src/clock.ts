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

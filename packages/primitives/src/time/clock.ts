/** A source of time that tests can replace. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Calls `callback` once, `delayMs` from now. Returns the function that cancels it. */
  after(delayMs: number, callback: () => void): () => void
}

/** Node calls back immediately after a longer delay. */
const maxDelayMs = 2 ** 31 - 1

/** The clock of the machine. A callback after more than 24 days is called after 24 days. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, maxDelayMs))
    return () => clearTimeout(timer)
  },
}

/** Time, as far as retries and token lifetimes need it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  sleep(durationMs: number): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
}

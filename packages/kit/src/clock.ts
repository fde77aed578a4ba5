/** Clock for retries and token lifetimes. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number
  sleep(durationMs: number): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
}

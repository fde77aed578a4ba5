/**
 * Bounds of the delay before the live connection is opened again, in milliseconds. `first` doubles with each
 * attempt up to `max`.
 */
const bounds = {
  first: 1_000,
  max: 16_000,
  /** The least limit when the service has closed the connections of all its tabs. */
  afterStop: 4_000,
} as const

/**
 * Returns a random delay in milliseconds, so that the tabs of all users do not reconnect at the same time.
 * Source: "Exponential Backoff And Jitter" (AWS Architecture Blog), full jitter.
 *
 * @param attempt number of attempts since the last connection.
 * @param cause `stop`: the service has closed the connection because it stops.
 */
export function reconnectDelayMs(attempt: number, cause: 'loss' | 'stop'): number {
  const least = cause === 'stop' ? bounds.afterStop : bounds.first
  return Math.random() * Math.min(bounds.max, Math.max(least, bounds.first * 2 ** attempt))
}

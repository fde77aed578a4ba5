const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Retry delays; after the last one (three days in total) a delivery is not repeated. */
export const retryDelaysMs: readonly number[] = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  ...Array.from({ length: 5 }, () => 11.25 * hourMs),
]

/**
 * Returns when a failed delivery is repeated, or null when it is not.
 *
 * @param attempts Including the one that has failed.
 */
export function chooseRetryTime(attempts: number, now: Date): Date | null {
  const waitMs = retryDelaysMs[attempts - 1]
  // Receivers that were out of service do not get all repeated deliveries at the same moment.
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs * (0.9 + Math.random() / 5))
}

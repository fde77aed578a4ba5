/** An estimate of service clock minus local clock. Its error is at most half of the round trip. */
export interface ClockEstimate {
  readonly offsetMs: number
  readonly roundTripMs: number
}

/**
 * Returns the more exact of two estimates, so that a slow round trip does not make a running timer jump. Estimates
 * that contradict each other mean that a clock was set: the newer one is then right.
 */
export function selectEstimate(before: ClockEstimate | null, latest: ClockEstimate): ClockEstimate {
  if (!before || latest.roundTripMs <= before.roundTripMs) return latest
  const maxDifferenceMs = (before.roundTripMs + latest.roundTripMs) / 2
  return Math.abs(latest.offsetMs - before.offsetMs) > maxDifferenceMs ? latest : before
}

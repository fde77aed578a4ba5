/** The difference between two samples. */
export interface Difference {
  /** Difference of the medians, relative to the second. */
  readonly medianDifference: number
  /** D of the two-sample Kolmogorov-Smirnov test: the largest distance between the distribution functions. */
  readonly distance: number
  /** The p-value: the probability of such a distance if both samples have the same distribution. */
  readonly probability: number
}

export function compareSamples(one: readonly number[], other: readonly number[]): Difference {
  const distance = ksDistance(one, other)
  return {
    medianDifference: medianValue(one) / medianValue(other) - 1,
    distance,
    probability: ksProbability(distance, (one.length * other.length) / (one.length + other.length)),
  }
}

export function medianValue(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const medianRate = sorted.length / 2
  const [below = Number.NaN, above = Number.NaN] = [
    sorted[Math.ceil(medianRate) - 1],
    sorted[Math.floor(medianRate)],
  ]
  return (below + above) / 2
}

function ksDistance(one: readonly number[], other: readonly number[]): number {
  const steps = [
    ...one.map((value) => ({ value, by: 1 / one.length })),
    ...other.map((value) => ({ value, by: -1 / other.length })),
  ].sort((a, b) => a.value - b.value)
  let [distance, sum] = [0, 0]
  for (const [index, { value, by }] of steps.entries()) {
    sum += by
    // Equal values of both samples form one step.
    if (steps[index + 1]?.value !== value) distance = Math.max(distance, Math.abs(sum))
  }
  return distance
}

/**
 * The limit of the Kolmogorov distribution with the correction of Stephens for finite samples (JRSS B, 1970).
 */
function ksProbability(distance: number, size: number): number {
  const scaled = (Math.sqrt(size) + 0.12 + 0.11 / Math.sqrt(size)) * distance
  // Below this value the series converges too slowly, and the sum is 1 to six decimal places.
  if (scaled < 0.3) return 1
  const terms = Array.from({ length: 100 }, (_, index) => index + 1)
  const sum = terms.reduce((part, j) => part + (j % 2 ? 1 : -1) * Math.exp(-2 * j * j * scaled * scaled), 0)
  return Math.min(1, Math.max(0, 2 * sum))
}

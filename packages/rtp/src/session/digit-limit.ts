/** People dial slower. */
const maxDigitsPerSecond = 20

/** Limits the digits of one peer, each of which is an event for its call. */
export class DigitLimit {
  #timesMs: number[] = []

  /** Returns whether a digit is within the limit, and counts it then. @param nowMs on a monotonic clock. */
  take(nowMs: number): boolean {
    this.#timesMs = this.#timesMs.filter((atMs) => nowMs - atMs < 1_000)
    if (this.#timesMs.length >= maxDigitsPerSecond) return false
    this.#timesMs.push(nowMs)
    return true
  }
}

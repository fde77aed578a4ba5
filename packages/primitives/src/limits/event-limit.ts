/** Limits how many events of one peer are handled in a second. */
export class EventLimit {
  readonly #maxPerSecond: number
  #times: number[] = []

  constructor(maxPerSecond: number) {
    this.#maxPerSecond = maxPerSecond
  }

  /** Returns whether an event is within the limit, and counts it then. @param now in milliseconds. */
  take(now: number): boolean {
    // Also forgets events that appear to be in the future, when a clock has been set back.
    this.#times = this.#times.filter((at) => Math.abs(now - at) < 1_000)
    if (this.#times.length >= this.#maxPerSecond) return false
    this.#times.push(now)
    return true
  }
}

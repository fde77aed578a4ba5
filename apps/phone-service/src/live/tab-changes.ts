type Change = 'focus' | 'activity'

/** Each change costs work at every node, and that of the activity at each colleague. */
const minIntervalMs = 1_000

/**
 * Publishes the changes of the focus and the activity of one tab: the first one immediately, those of the second after
 * it together at its end.
 */
export class TabChanges implements Disposable {
  readonly #publish: (change: Change) => void
  #timer: NodeJS.Timeout | null = null
  #waiting: Change | null = null

  constructor(publish: (change: Change) => void) {
    this.#publish = publish
  }

  publish(change: Change): void {
    if (this.#timer) {
      if (this.#waiting !== 'activity') this.#waiting = change
      return
    }
    this.#publish(change)
    this.#timer = setTimeout(() => this.#publishWaiting(), minIntervalMs).unref()
  }

  [Symbol.dispose](): void {
    if (this.#timer) clearTimeout(this.#timer)
  }

  #publishWaiting(): void {
    const waiting = this.#waiting
    this.#timer = null
    this.#waiting = null
    if (waiting) this.publish(waiting)
  }
}

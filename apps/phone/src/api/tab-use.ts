/** Input within this time after reported input is not reported. */
const reportIntervalMs = 30_000

const inputEvents = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

/** Calls a listener on each input of the user in this page, until aborted. */
export function listenForInput(listener: () => void, signal: AbortSignal): void {
  for (const type of inputEvents)
    window.addEventListener(type, listener, { signal, capture: true, passive: true })
}

/**
 * When the user last used this tab: gave it the focus, or had input in it. The focus is reported each time, and input
 * every 30 s. A page that was opened without the focus counts as used when it was loaded.
 */
export class TabUse {
  readonly #report: () => void
  #usedAt = document.hasFocus() ? Date.now() : performance.timeOrigin
  #reportedInputAt = Number.NEGATIVE_INFINITY

  constructor(report: () => void, signal: AbortSignal) {
    this.#report = report
    window.addEventListener('focus', () => this.#handleFocus(), { signal })
    document.addEventListener('visibilitychange', () => this.#handleVisibility(), { signal })
    listenForInput(() => this.#handleInput(), signal)
  }

  /** How long ago the tab was used. Counts the time in which the computer slept. */
  get agoMs(): number {
    return Math.max(0, Math.round(Date.now() - this.#usedAt))
  }

  #handleFocus(): void {
    this.#usedAt = Date.now()
    this.#report()
  }

  /** Some mobile browsers report no focus when the user returns to the page. */
  #handleVisibility(): void {
    if (document.visibilityState === 'visible' && document.hasFocus()) this.#handleFocus()
  }

  #handleInput(): void {
    this.#usedAt = Date.now()
    if (this.#usedAt - this.#reportedInputAt < reportIntervalMs) return
    this.#reportedInputAt = this.#usedAt
    this.#report()
  }
}

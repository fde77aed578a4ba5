/** How a digit arrives: with the audio (RFC 4733), which a browser uses too, or in a SIP request. */
export type DigitTransport = 'telephone-event' | 'info'

/** How much later than its INFO the telephone event of a key may arrive. */
const maxDelayMs = 1_000

/**
 * Counts each key of a leg once: some peers send it by both transports. Digits by INFO are ignored from the first telephone
 * event on, which is ignored itself when its INFO has arrived before it.
 */
export class KeyPresses {
  #hasTelephoneEvents = false
  #lastByInfo: { readonly digit: string; readonly atMs: number } | null = null

  /** Returns whether a digit is a further key. */
  isNew(digit: string, by: DigitTransport): boolean {
    const nowMs = performance.now()
    if (by === 'info') {
      this.#lastByInfo = { digit, atMs: nowMs }
      return !this.#hasTelephoneEvents
    }
    const last = this.#lastByInfo
    const isSame = last !== null && last.digit === digit && nowMs - last.atMs < maxDelayMs
    const isFirst = !this.#hasTelephoneEvents
    this.#hasTelephoneEvents = true
    return !(isFirst && isSame)
  }
}

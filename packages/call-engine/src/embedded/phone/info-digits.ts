import { createSerialQueue, sleep } from '@parley/primitives'

const infoDigitMs = 160
const commaMs = 1_000
/**
 * Digits that wait while a peer does not respond to INFO. Further ones would arrive long after their key was
 * pressed.
 */
const maxWaitingDigits = 128

export interface InfoDigitsOptions {
  readonly sendInfo: (contentType: string, body: string) => Promise<unknown>
  readonly isOver: () => boolean
  readonly onError: (error: unknown) => void
}

/** Sends digits to a peer without telephone events: one SIP INFO per digit, in sequence. */
export class InfoDigits {
  readonly #options: InfoDigitsOptions
  readonly #queue = createSerialQueue()
  #waiting = 0

  constructor(options: InfoDigitsOptions) {
    this.#options = options
  }

  /** Resolves when the peer has responded to all digits. Those for which too many wait are discarded. */
  async send(digits: string): Promise<void> {
    const accepted = digits.slice(0, maxWaitingDigits - this.#waiting)
    this.#waiting += accepted.length
    await this.#queue.run(() => this.#sendInSequence(accepted)).catch(this.#options.onError)
    this.#waiting -= accepted.length
  }

  async #sendInSequence(digits: string): Promise<void> {
    for (const digit of digits) {
      if (this.#options.isOver()) return
      if (digit === ',') await sleep(commaMs)
      else {
        const body = `Signal=${digit}\r\nDuration=${infoDigitMs}\r\n`
        await this.#options.sendInfo('application/dtmf-relay', body)
      }
    }
  }
}

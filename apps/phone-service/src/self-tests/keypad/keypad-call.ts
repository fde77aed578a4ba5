import { randomInt } from 'node:crypto'
import type { ConferenceEvent } from '@parley/call-engine'
import type { AutomatedCall, AutomatedCallHandler } from '../../call-sessions/index.ts'
import { toExpectedAnswer } from '../../test-calls/index.ts'

const digitCount = 4
/** The audio of a trunk may begin after its answer. */
const firstDigitsAfterMs = 700
/** Sending the digits takes a second in each direction. */
const answerTimeoutMs = 7_000
const maxTries = 2

/** Sends digits when the call is answered, and waits for them in reverse order. */
export class KeypadCall implements AutomatedCallHandler {
  readonly digits = createDigits()
  readonly #finished = Promise.withResolvers<string | null>()
  #received = ''
  #tries = 0

  /** Resolves to the digits that have come back; null when they have not. The call ends. */
  get answered(): Promise<string | null> {
    return this.#finished.promise
  }

  async onEvent(call: AutomatedCall, event: ConferenceEvent): Promise<void> {
    if (event.type === 'leg-joined' && call.isTelephone(event.legId))
      return await call.setTimer(firstDigitsAfterMs)
    if (event.type === 'closed') return this.#finished.resolve(null)
    if (event.type !== 'digit') return
    if (event.digit !== '#') {
      this.#received += event.digit
      return
    }
    const received = this.#received
    this.#received = ''
    // The pound key of the first try may arrive without its digits.
    if (received === toExpectedAnswer(this.digits)) await this.#finish(call, received)
  }

  async onTimer(call: AutomatedCall): Promise<void> {
    if (this.#tries >= maxTries) return await this.#finish(call, null)
    this.#tries += 1
    this.#received = ''
    await call.sendDigits(`${this.digits}#`)
    await call.setTimer(answerTimeoutMs)
  }

  async #finish(call: AutomatedCall, received: string | null): Promise<void> {
    this.#finished.resolve(received)
    await call.hangUp()
  }
}

/** Returns digits that differ when they are reversed. */
function createDigits(): string {
  const digits = String(randomInt(10 ** (digitCount - 1), 10 ** digitCount))
  return toExpectedAnswer(digits) === digits ? createDigits() : digits
}

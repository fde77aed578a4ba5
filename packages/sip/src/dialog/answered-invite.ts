import type { Clock } from '../clock.ts'
import { parseSequence } from '../message/check.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import type { TimerSettings } from '../transaction/timers.ts'

/** Repeats a 2xx to INVITE until its ACK comes; RFC 3261, 13.3.1.4. */
export class AnsweredInvite {
  readonly #sequence: number
  readonly #onAcknowledged: (ack: SipRequest) => void
  #cancelRepeat: () => void = () => {}
  #cancelGivingUp: () => void = () => {}
  #open = true
  #settle: () => void = () => {}
  /** Resolves when the ACK has come or is no longer waited for. */
  readonly settled = new Promise<void>((resolve) => {
    this.#settle = resolve
  })

  constructor(options: {
    readonly transaction: ServerTransaction
    readonly response: SipResponse
    readonly clock: Clock
    readonly timers: TimerSettings
    readonly onAcknowledged: (ack: SipRequest) => void
    /** No ACK came within 64 times T1. */
    readonly onGivenUp: () => void
  }) {
    const { transaction, response, clock, timers } = options
    this.#sequence = parseSequence(transaction.request.headers.get('CSeq'))?.number ?? -1
    this.#onAcknowledged = options.onAcknowledged
    const repeat = (delayMs: number) => {
      this.#cancelRepeat = clock.after(delayMs, () => {
        transaction.respond(response)
        repeat(Math.min(delayMs * 2, timers.t2))
      })
    }
    transaction.respond(response)
    repeat(timers.t1)
    this.#cancelGivingUp = clock.after(64 * timers.t1, () => {
      if (this.stop()) options.onGivenUp()
    })
  }

  /** Takes the ACK when it is the one that is waited for. */
  acknowledge(ack: SipRequest): boolean {
    if (parseSequence(ack.headers.get('CSeq'))?.number !== this.#sequence || !this.stop()) return false
    this.#onAcknowledged(ack)
    return true
  }

  /** Stops repeating. False when it had stopped already. */
  stop(): boolean {
    const wasOpen = this.#open
    this.#open = false
    this.#cancelRepeat()
    this.#cancelGivingUp()
    this.#settle()
    return wasOpen
  }
}

import type { Clock } from '@parley/primitives'
import { parseTag } from '../message/address.ts'
import { parseSequence } from '../message/check.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import type { TimerSettings } from '../transaction/timers.ts'

/** Retransmits a 2xx to INVITE until its ACK arrives; RFC 3261, 13.3.1.4. */
export class PendingAck {
  /** Whether the INVITE has created the dialog. */
  readonly isOfCall: boolean
  readonly #sequence: number
  readonly #onAcknowledged: (ack: SipRequest) => void
  #cancelRepeat: () => void = () => {}
  #cancelGivingUp: () => void = () => {}
  #open = true
  #settle: () => void = () => {}
  /** Resolves when the ACK has arrived or retransmission has stopped. */
  readonly settled = new Promise<void>((resolve) => {
    this.#settle = resolve
  })

  constructor(options: {
    readonly transaction: ServerTransaction
    readonly response: SipResponse
    readonly clock: Clock
    readonly timers: TimerSettings
    readonly onAcknowledged: (ack: SipRequest) => void
    /** Called when no ACK arrived within 64 * T1. */
    readonly onGivenUp: () => void
  }) {
    const { transaction, response, clock, timers } = options
    const { headers } = transaction.request
    this.isOfCall = parseTag(headers.get('To')) === null
    this.#sequence = parseSequence(headers.get('CSeq'))?.number ?? -1
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

  /** Handles an ACK. Returns whether it matches the INVITE. */
  acknowledge(ack: SipRequest): boolean {
    if (parseSequence(ack.headers.get('CSeq'))?.number !== this.#sequence || !this.stop()) return false
    this.#onAcknowledged(ack)
    return true
  }

  /** Stops retransmission. Returns false when it had stopped before. */
  stop(): boolean {
    const wasOpen = this.#open
    this.#open = false
    this.#cancelRepeat()
    this.#cancelGivingUp()
    this.#settle()
    return wasOpen
  }
}

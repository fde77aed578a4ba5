import type { Clock } from '@parley/primitives'
import { parseSequence } from '../message/check.ts'
import { parseInteger } from '../message/grammar.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import type { TimerSettings } from '../transaction/timers.ts'

/** A provisional response whose PRACK has not arrived. */
interface PendingResponse {
  readonly sequence: number
  readonly confirm: (outcome: 'confirmed' | 'given-up') => void
}

/**
 * Retransmits reliable provisional responses until their PRACK arrives, one at a time; RFC 3262, section 3.
 */
export class ReliableResponses {
  readonly #transaction: ServerTransaction
  readonly #clock: Clock
  readonly #timers: TimerSettings
  /** The first RSeq is random; RFC 3262, section 3. */
  #sequence = 1 + Math.floor(Math.random() * 1_000_000)
  #waiting: PendingResponse | null = null

  constructor(transaction: ServerTransaction, clock: Clock, timers: TimerSettings) {
    this.#transaction = transaction
    this.#clock = clock
    this.#timers = timers
  }

  /** Sends `response` with the next RSeq. Resolves when its PRACK arrives, or after 64 * T1. */
  send(response: SipResponse): Promise<'confirmed' | 'given-up'> {
    this.#sequence += 1
    response.headers.append('Require', '100rel')
    response.headers.append('RSeq', String(this.#sequence))
    return new Promise((resolve) => {
      let cancelRepeat: () => void = () => {}
      const repeat = (delayMs: number) => {
        this.#transaction.respond(response)
        cancelRepeat = this.#clock.after(delayMs, () => repeat(delayMs * 2))
      }
      const cancelGivingUp = this.#clock.after(64 * this.#timers.t1, () => confirm('given-up'))
      const confirm = (outcome: 'confirmed' | 'given-up') => {
        cancelRepeat()
        cancelGivingUp()
        this.#waiting = null
        resolve(outcome)
      }
      this.#waiting = { sequence: this.#sequence, confirm }
      repeat(this.#timers.t1)
    })
  }

  /** Handles a PRACK. Returns false when it matches no pending response: respond 481. */
  receive(prack: SipRequest): boolean {
    const parts = /^(\d+)\s+(\d+)\s+INVITE$/.exec(prack.headers.get('RAck')?.trim() ?? '')
    const invite = parseSequence(this.#transaction.request.headers.get('CSeq'))?.number
    const waiting = this.#waiting
    if (!parts || !waiting || parseInteger(parts[1] ?? null, 0xffff_ffff) !== waiting.sequence) return false
    if (Number(parts[2]) !== invite) return false
    waiting.confirm('confirmed')
    return true
  }

  stop(): void {
    this.#waiting?.confirm('given-up')
  }
}

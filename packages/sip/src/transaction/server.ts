import type { Clock } from '@parley/primitives'
import { parseTag } from '../message/address.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { serialize } from '../message/serialize.ts'
import type { Flow } from '../transport/flow.ts'
import type { TimerSettings } from './timers.ts'

export interface ServerOptions {
  readonly request: SipRequest
  readonly flow: Flow
  readonly clock: Clock
  readonly timers: TimerSettings
  readonly send: (bytes: Uint8Array) => Promise<void>
  readonly onEnd: () => void
}

/**
 * A server transaction; RFC 3261, 17.2, with the accepted state of RFC 6026.
 *
 *   proceeding --2xx--> accepted (INVITE) --timer L--> ended
 *       |------300+---> completed --ACK--> confirmed --timer I--> ended
 *       +--any final--> completed (other methods) --timer J--> ended
 */
export class ServerTransaction {
  readonly request: SipRequest
  readonly flow: Flow
  readonly #options: ServerOptions
  readonly #invite: boolean
  #state: 'proceeding' | 'accepted' | 'completed' | 'confirmed' | 'ended' = 'proceeding'
  #last: { readonly bytes: Uint8Array; readonly toTag: string | null } | null = null
  #cancelRetransmission: () => void = () => {}
  #cancelLinger: () => void = () => {}

  constructor(options: ServerOptions) {
    this.#options = options
    this.request = options.request
    this.flow = options.flow
    this.#invite = options.request.method === 'INVITE'
  }

  /** Whether a final response was sent. */
  get answered(): boolean {
    return this.#state !== 'proceeding'
  }

  /** Sends a response. After a final one only retransmissions of a 2xx to INVITE are sent. */
  respond(response: SipResponse): void {
    const success = response.status >= 200 && response.status < 300
    const repeatsSuccess = this.#state === 'accepted' && success
    if (this.#state !== 'proceeding' && !repeatsSuccess) return
    this.#last = { bytes: serialize(response), toTag: parseTag(response.headers.get('To')) }
    this.#transmit()
    if (response.status >= 200 && !repeatsSuccess) this.#settle(success)
  }

  /** Handles a retransmission of the request. */
  repeat(): void {
    if (this.#state === 'proceeding' || this.#state === 'completed') this.#transmit()
  }

  /** Handles an ACK. Returns false for the ACK of a 2xx, which belongs to the dialog. */
  receiveAck(ack: SipRequest): boolean {
    if (this.#state === 'accepted' || this.#state === 'proceeding') return false
    if (this.#state !== 'completed' || parseTag(ack.headers.get('To')) !== this.#last?.toTag) return true
    this.#state = 'confirmed'
    this.#cancelRetransmission()
    this.#linger(this.flow.reliable ? 0 : this.#options.timers.t4)
    return true
  }

  abandon(): void {
    this.#end()
  }

  #settle(success: boolean): void {
    const { t1 } = this.#options.timers
    if (!this.#invite) {
      this.#state = 'completed'
      this.#linger(this.flow.reliable ? 0 : 64 * t1)
      return
    }
    this.#state = success ? 'accepted' : 'completed'
    this.#linger(64 * t1)
    if (!success && !this.flow.reliable) this.#scheduleRetransmission(t1)
  }

  /** Timer G. */
  #scheduleRetransmission(delayMs: number): void {
    this.#cancelRetransmission = this.#options.clock.after(delayMs, () => {
      this.#transmit()
      this.#scheduleRetransmission(Math.min(delayMs * 2, this.#options.timers.t2))
    })
  }

  #transmit(): void {
    // The peer recovers from a lost response: it retransmits the request or times out.
    if (this.#last) this.#options.send(this.#last.bytes).catch(() => {})
  }

  /** Timers H, I, J and L. */
  #linger(lingerMs: number): void {
    this.#cancelLinger()
    this.#cancelLinger = this.#options.clock.after(lingerMs, () => this.#end())
  }

  #end(): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.#cancelRetransmission()
    this.#cancelLinger()
    this.#options.onEnd()
  }
}

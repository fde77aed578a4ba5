import { type Clock, required } from '@parley/primitives'
import { SipHeaders } from '../message/headers.ts'
import { noBody, type SipRequest, type SipResponse } from '../message/message.ts'
import { serialize } from '../message/serialize.ts'
import type { Flow } from '../transport/flow.ts'
import type { TimerSettings } from './timers.ts'

/** Far more than the forks and repetitions of a call have. */
const maxProvisionalResponses = 200
/** The same for the 2xx of an INVITE, each of which is acknowledged. */
const maxSuccessResponses = 200

/**
 * Callbacks of a client transaction. After `final`, `timeout` or `transport` only further 2xx responses
 * follow.
 */
export interface ClientTransactionHandlers {
  provisional?(response: SipResponse): void
  /** A final response. For INVITE every 2xx, also those of other forks and retransmissions; RFC 6026, 7.2. */
  final(response: SipResponse): void
  timeout(): void
  transport(error: Error): void
}

export interface ClientOptions {
  readonly request: SipRequest
  readonly flow: Flow
  readonly clock: Clock
  readonly timers: TimerSettings
  readonly send: (bytes: Uint8Array) => Promise<void>
  readonly outcome: ClientTransactionHandlers
  readonly onEnd: () => void
}

/**
 * A client transaction; RFC 3261, 17.1, with the accepted state of RFC 6026.
 *
 *   calling/trying --1xx--> proceeding --2xx--> accepted (INVITE) --timer M--> ended
 *        |                      |------300+---> completed --timer D, K--> ended
 *        +--timer B, F--> ended (timeout)
 */
export class ClientTransaction {
  readonly request: SipRequest
  readonly flow: Flow
  readonly #options: ClientOptions
  readonly #invite: boolean
  readonly #bytes: Uint8Array
  #state: 'trying' | 'proceeding' | 'accepted' | 'completed' | 'ended' = 'trying'
  #cancelRetransmission: () => void = () => {}
  #cancelTimeout: () => void = () => {}
  #ack: SipRequest | null = null
  #provisionalResponses = 0
  #successResponses = 0

  constructor(options: ClientOptions) {
    this.#options = options
    this.request = options.request
    this.flow = options.flow
    this.#invite = options.request.method === 'INVITE'
    this.#bytes = serialize(options.request)
  }

  /** Whether a provisional response has arrived, and no final one. */
  get proceeding(): boolean {
    return this.#state === 'proceeding'
  }

  get settled(): boolean {
    return this.#state !== 'trying' && this.#state !== 'proceeding'
  }

  start(): void {
    const { t1, timerB = 64 * t1 } = this.#options.timers
    this.#transmit(this.#bytes)
    if (!this.flow.reliable) this.#scheduleRetransmission(t1)
    this.#cancelTimeout = this.#options.clock.after(this.#invite ? timerB : 64 * t1, () =>
      this.#end(() => this.#options.outcome.timeout()),
    )
  }

  receive(response: SipResponse): void {
    if (this.#state === 'ended') return
    if (response.status < 200) this.#receiveProvisional(response)
    else if (this.#invite && response.status < 300) this.#receiveSuccess(response)
    else this.#receiveFinal(response)
  }

  abandon(): void {
    this.#end(() => {})
  }

  #receiveProvisional(response: SipResponse): void {
    if (this.settled || ++this.#provisionalResponses > maxProvisionalResponses) return
    if (this.#invite) {
      this.#cancelRetransmission()
      this.#cancelTimeout()
    }
    this.#state = 'proceeding'
    this.#options.outcome.provisional?.(response)
  }

  #receiveSuccess(response: SipResponse): void {
    if (this.#state === 'completed' || ++this.#successResponses > maxSuccessResponses) return
    if (this.#state !== 'accepted') this.#settle('accepted', 64 * this.#options.timers.t1)
    this.#options.outcome.final(response)
  }

  #receiveFinal(response: SipResponse): void {
    if (this.#state === 'accepted') return
    if (this.#invite) this.#acknowledge(response)
    if (this.#state === 'completed') return
    const { t4, timerD } = this.#options.timers
    this.#settle('completed', this.flow.reliable ? 0 : this.#invite ? timerD : t4)
    this.#options.outcome.final(response)
  }

  #settle(state: 'accepted' | 'completed', lingerMs: number): void {
    this.#state = state
    this.#cancelRetransmission()
    this.#cancelTimeout()
    this.#cancelTimeout = this.#options.clock.after(lingerMs, () => this.#end(() => {}))
  }

  /** RFC 3261, 17.1.1.3: the ACK of a refusal is part of the transaction. */
  #acknowledge(response: SipResponse): void {
    this.#ack ??= ackOfRefusal(this.request, response)
    this.#transmit(serialize(this.#ack))
  }

  /** Timers A and E. */
  #scheduleRetransmission(delayMs: number): void {
    this.#cancelRetransmission = this.#options.clock.after(delayMs, () => {
      this.#transmit(this.#bytes)
      const { t2 } = this.#options.timers
      if (this.#invite) this.#scheduleRetransmission(delayMs * 2)
      else this.#scheduleRetransmission(this.#state === 'proceeding' ? t2 : Math.min(delayMs * 2, t2))
    })
  }

  #transmit(bytes: Uint8Array): void {
    this.#options.send(bytes).catch((error: Error) => {
      if (!this.settled) this.#end(() => this.#options.outcome.transport(error))
    })
  }

  #end(report: () => void): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.#cancelRetransmission()
    this.#cancelTimeout()
    this.#options.onEnd()
    report()
  }
}

function ackOfRefusal(invite: SipRequest, response: SipResponse): SipRequest {
  const { headers, uri } = invite
  const ack = SipHeaders.of([
    ['Via', required(headers.list('Via')[0], 'the Via of an INVITE that was sent')],
    ['Max-Forwards', '70'],
    ['From', headers.require('From')],
    ['To', response.headers.require('To')],
    ['Call-ID', headers.require('Call-ID')],
    ['CSeq', headers.require('CSeq').replace('INVITE', 'ACK')],
  ])
  for (const route of headers.all('Route')) ack.append('Route', route)
  return { kind: 'request', method: 'ACK', uri, headers: ack, body: noBody }
}

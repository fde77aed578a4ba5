import { createSerialQueue, sleep } from '@parley/primitives'
import type { Dialog } from '../dialog/dialog.ts'
import type { SipHeaders } from '../message/headers.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { parseSdpBody } from '../message/sdp-body.ts'
import type { EndedBy, OfferOutcome, Refusal } from '../user-agent/api.ts'
import type { Core } from '../user-agent/core.ts'
import { createLocalRefusal, toRefusal } from '../user-agent/refusal.ts'
import type { CallEvents } from './call-events.ts'
import type { RequestHandlers } from './dialog-requests.ts'
import { appendOfferHeaders, withBody } from './request-parts.ts'

/** The longest delay that RFC 3261, 14.2 lets a peer name while it is busy with another re-INVITE. */
const defaultRetryAfterSeconds = 10

const missingAnswer = 'The response of the peer has no SDP answer'

const glareDelayMs = { outgoing: [2_100, 4_000], incoming: [0, 2_000] } as const

/** How often an offer is sent again after a collision (491). */
const maxGlareRetries = 6

type Direction = keyof typeof glareDelayMs
type Method = 'INVITE' | 'UPDATE'

/** The dialog whose offers are sent, with the state of its session description. */
interface OfferSession {
  readonly core: Core
  readonly dialog: Dialog
  readonly events: CallEvents
  readonly over: boolean
  /** Resolves when the call is over. */
  readonly ended: Promise<void>
  /** Which side made the offer that has no answer yet; RFC 3264, section 4. */
  pendingOffer: 'ours' | 'theirs' | null
  localSdp: string | null
  remoteSdp: string | null
  request(
    method: string,
    write: (request: SipRequest) => SipRequest,
    handlers?: RequestHandlers,
  ): Promise<SipResponse | Refusal>
  acknowledge(response: SipResponse): void
  startTimer(agreed: SipHeaders, role: 'uac' | 'uas'): void
  end(by: EndedBy): Promise<void>
}

/** Sends the offers and the session refreshes of one dialog. */
export class OfferSender {
  readonly #session: OfferSession
  readonly #direction: Direction
  readonly #queue = createSerialQueue()

  constructor(session: OfferSession, direction: Direction) {
    this.#session = session
    this.#direction = direction
  }

  /**
   * Sends an offer by re-INVITE or UPDATE. Offers are sent one at a time; a collision is retried after a
   * delay.
   */
  offer(method: Method, createSdp: () => string): Promise<OfferOutcome> {
    return this.#queue.run(async () => {
      for (let glares = 0; ; glares++) {
        const outcome = await this.#offerOnce(method, createSdp)
        if (outcome.ok || outcome.status !== 491 || glares >= maxGlareRetries) return outcome
        const { core, ended } = this.#session
        await Promise.race([sleep(randomGlareDelayMs(this.#direction), core.clock), ended])
      }
    })
  }

  /**
   * Refreshes the session by UPDATE without a body, or by a re-INVITE with our last SDP. Resolves to the delay
   * after which a refresh that has failed is to be repeated, in ms; otherwise to null. RFC 4028, section 10.
   */
  async refresh(method: Method): Promise<number | null> {
    const outcome =
      method === 'UPDATE' ? await this.#update() : await this.#queue.run(() => this.#repeatOffer())
    if (!outcome || outcome.ok) return null
    if (outcome.cause !== 'response') this.#endAfterFailure(outcome)
    if (outcome.status === 491) return randomGlareDelayMs(this.#direction)
    if (outcome.status < 500 || outcome.status > 599) return null
    return Math.max(outcome.retryAfterSeconds ?? defaultRetryAfterSeconds, 1) * 1000
  }

  async #offerOnce(method: Method, createSdp: () => string): Promise<OfferOutcome> {
    const session = this.#session
    if (session.over) return { ok: false, ...createLocalRefusal('cancelled', 481, 'The call is over') }
    if (session.pendingOffer) return { ok: false, ...createLocalRefusal('response', 491, 'Request Pending') }
    session.pendingOffer = 'ours'
    const sdp = createSdp()
    const answer = await session.request(
      method,
      (request) => {
        appendOfferHeaders(request, session.core)
        return withBody(request, 'application/sdp', sdp)
      },
      {
        onSuccess: (response) => {
          if (method === 'INVITE') session.acknowledge(response)
        },
        onLate: (response) => this.#receiveLateAnswer(response, sdp),
      },
    )
    // Until the cancelled INVITE has ended, no other one may be sent.
    if ('cause' in answer && answer.cause === 'no-answer') return { ok: false, ...answer }
    session.pendingOffer = null
    if ('cause' in answer) return this.#endAfterFailure(answer)
    if (answer.status >= 300) return this.#handleFailureResponse(answer)
    return this.#applyAnswer(answer, sdp)
  }

  /**
   * Resolves to null when no session description was agreed yet. The peer may answer a repeated offer with another
   * one; RFC 4028, 7.4.
   */
  async #repeatOffer(): Promise<OfferOutcome | null> {
    const session = this.#session
    const { localSdp, remoteSdp } = session
    if (localSdp === null) return null
    const outcome = await this.#offerOnce('INVITE', () => localSdp)
    if (outcome.ok && outcome.sdp !== remoteSdp)
      session.events.emit({ type: 'peer-answer', sdp: outcome.sdp })
    return outcome
  }

  async #update(): Promise<{ readonly ok: true } | ({ readonly ok: false } & Refusal)> {
    const session = this.#session
    const response = await session.request('UPDATE', (request) => {
      appendOfferHeaders(request, session.core)
      return request
    })
    if ('cause' in response) return { ok: false, ...response }
    if (response.status >= 300) return this.#handleFailureResponse(response)
    session.startTimer(response.headers, 'uac')
    return { ok: true }
  }

  #applyAnswer(answer: SipResponse, offered: string): OfferOutcome {
    const session = this.#session
    session.dialog.refreshTarget(answer)
    session.startTimer(answer.headers, 'uac')
    const body = parseSdpBody(answer)
    if (body.type !== 'sdp') return { ok: false, ...createLocalRefusal('response', 488, missingAnswer) }
    session.localSdp = offered
    session.remoteSdp = body.sdp
    return { ok: true, sdp: body.sdp }
  }

  /** A 2xx that crosses our CANCEL changes the session nevertheless; RFC 3261, 9.1. */
  #receiveLateAnswer(response: SipResponse | null, offered: string): void {
    const session = this.#session
    session.pendingOffer = null
    if (session.over || !response || response.status >= 300) return
    const outcome = this.#applyAnswer(response, offered)
    if (outcome.ok) session.events.emit({ type: 'peer-answer', sdp: outcome.sdp })
  }

  /** RFC 3261, 12.2.1.2 and RFC 5057: 481 and 408 end the dialog, every other status leaves it unchanged. */
  #handleFailureResponse(response: SipResponse): { readonly ok: false } & Refusal {
    if (response.status === 481 || response.status === 408) void this.#session.end('peer')
    return { ok: false, ...toRefusal(response) }
  }

  #endAfterFailure(refusal: Refusal): OfferOutcome {
    void this.#session.end('transport')
    return { ok: false, ...refusal }
  }
}

/**
 * Returns the delay after a re-INVITE collision, in ms: from disjoint ranges for the two sides; RFC 3261,
 * 14.1.
 */
function randomGlareDelayMs(direction: Direction): number {
  const [from, to] = glareDelayMs[direction]
  return from + Math.floor((Math.random() * (to - from)) / 10) * 10
}

import { EventLimit } from '@parley/primitives'
import { type Dialog, dialogKey } from '../dialog/dialog.ts'
import { PendingAck } from '../dialog/pending-ack.ts'
import { parseSessionExpires, SessionTimer } from '../dialog/session-timer.ts'
import type { DigestClient } from '../digest/client.ts'
import type { SipHeaders } from '../message/headers.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import { ReferSender } from '../transfer/refer-sender.ts'
import type { EndedBy, EndpointFilter, OfferOutcome, Outcome, Refusal } from '../user-agent/api.ts'
import { type Core, formatContact } from '../user-agent/core.ts'
import { createLocalRefusal, formatReason, parseReason, toRefusal } from '../user-agent/refusal.ts'
import { AckSender } from './ack-sender.ts'
import type { CallEvents } from './call-events.ts'
import { DialogRequests, outlivesCall, type RequestHandlers } from './dialog-requests.ts'
import { OfferSender } from './offer-sender.ts'
import { withBody } from './request-parts.ts'

export interface DialogSessionOptions {
  readonly core: Core
  readonly dialog: Dialog
  readonly events: CallEvents
  readonly digest: DigestClient | null
  readonly isEndpointAllowed: EndpointFilter
  /** User part of our Contact. */
  readonly user: string | null
  readonly direction: 'outgoing' | 'incoming'
  /** Called once, when the call is over. */
  readonly onEnded: () => void
}

/** A peer changes its session a few times in succession, for example when it transfers the call. */
const maxOffersPerSecond = 5

export type HangUpReason = { readonly q850Cause: number; readonly text?: string } | undefined

/** One early or confirmed dialog of a call, with its session description state. */
export class DialogSession {
  readonly core: Core
  readonly dialog: Dialog
  readonly events: CallEvents
  readonly user: string | null
  readonly #options: DialogSessionOptions
  readonly #timer: SessionTimer
  readonly #acknowledger: AckSender
  readonly #requests: DialogRequests
  pendingOffer: 'ours' | 'theirs' | null = null
  localSdp: string | null = null
  remoteSdp: string | null = null
  pendingAck: PendingAck | null = null
  /** Of the offers of the peer: each may be stored and shown. */
  readonly offerLimit = new EventLimit(maxOffersPerSecond)
  readonly refers: ReferSender
  #peerUpdates = false
  readonly #offers: OfferSender
  readonly #ended = Promise.withResolvers<void>()
  #over = false
  #bye: Promise<void> = Promise.resolve()

  constructor(options: DialogSessionOptions) {
    this.#options = options
    this.core = options.core
    this.dialog = options.dialog
    this.events = options.events
    this.user = options.user
    this.#acknowledger = new AckSender(options.core, options.dialog, options.isEndpointAllowed)
    this.#requests = new DialogRequests(options)
    this.refers = new ReferSender({
      clock: options.core.clock,
      request: (method, write) => this.request(method, write),
    })
    this.#offers = new OfferSender(this, options.direction)
    this.#timer = new SessionTimer(options.core.clock, {
      refresh: () => this.#offers.refresh(this.#peerUpdates ? 'UPDATE' : 'INVITE'),
      expired: () => this.end('session-expired', { q850Cause: 102, text: 'Session expired' }),
    })
  }

  get over(): boolean {
    return this.#over
  }

  get ended(): Promise<void> {
    return this.#ended.promise
  }

  get contact(): string {
    return formatContact(this.dialog.flow, this.user)
  }

  receiveAck(ack: SipRequest): void {
    this.pendingAck?.acknowledge(ack)
  }

  /** Sends a 2xx response to an INVITE and retransmits it until the ACK arrives. */
  answerInvite(
    transaction: ServerTransaction,
    response: SipResponse,
    onAcknowledged: (ack: SipRequest) => void,
  ): void {
    const { clock, timers } = this.core
    this.pendingAck = new PendingAck({
      transaction,
      response,
      clock,
      timers,
      onAcknowledged: (ack) => {
        this.pendingAck = null
        onAcknowledged(ack)
      },
      onGivenUp: () => this.end('no-acknowledgement', { q850Cause: 102, text: 'No acknowledgement' }),
    })
  }

  /** Sends a request in the dialog, as {@link DialogRequests.send}. After the end of the call only BYE and NOTIFY are sent. */
  async request(
    method: string,
    write: (request: SipRequest) => SipRequest = (request) => request,
    handlers: RequestHandlers = {},
  ): Promise<SipResponse | Refusal> {
    // A BYE must not overtake the ACK: the peer does not consider the call established before.
    await this.#acknowledger.sent
    if (this.#over && !outlivesCall(method)) return createLocalRefusal('cancelled', 481, 'The call is over')
    return await this.#requests.send(method, write, handlers)
  }

  /** Sends an ACK for a 2xx and for each of its retransmissions; RFC 3261, 13.2.2.4. */
  acknowledge(response: SipResponse): void {
    this.#acknowledger.acknowledge(response)
  }

  /** Sends an offer, as {@link OfferSender.offer}. */
  offer(method: 'INVITE' | 'UPDATE', createSdp: () => string): Promise<OfferOutcome> {
    return this.#offers.offer(method, createSdp)
  }

  async sendInfo(contentType: string, text: string): Promise<Outcome> {
    const sentAt = this.core.clock.now()
    const response = await this.request('INFO', (request) => withBody(request, contentType, text))
    if ('cause' in response) return { ok: false, ...response }
    if (response.status >= 300) return { ok: false, ...toRefusal(response) }
    return { ok: true, status: response.status, roundTripMs: this.core.clock.now() - sentAt }
  }

  /** Emits `ended` and sends BYE. Resolves when the peer has confirmed it or could not be reached. */
  async end(by: EndedBy, reason?: HangUpReason): Promise<void> {
    if (!this.#over) {
      this.#finish(by, null)
      this.#bye = this.sendBye(reason)
    }
    await this.#bye
  }

  /** Sends BYE. The user agent waits for the response when it closes, and then not for the ACK of the call. */
  async sendBye(reason?: HangUpReason): Promise<void> {
    const { closeHandlers } = this.core
    const bye = Promise.withResolvers<void>()
    // A callee must not send BYE before the ACK for its 2xx, which concerns no re-INVITE; RFC 3261, 15.1.1.
    const unacknowledged = this.pendingAck?.isOfCall ? this.pendingAck : null
    const close = () => {
      unacknowledged?.stop()
      return bye.promise
    }
    closeHandlers.add(close)
    try {
      await unacknowledged?.settled
      await this.request('BYE', (request) => {
        if (reason) request.headers.append('Reason', formatReason(reason))
        return request
      })
    } finally {
      closeHandlers.delete(close)
      bye.resolve()
    }
  }

  /** Ends the call after a BYE of the peer. */
  endByPeer(bye: SipRequest): void {
    this.#finish('peer', bye.headers)
  }

  /** Removes the dialog without sending anything to the peer and without an event. */
  abandon(): void {
    this.#over = true
    this.#timer.stop()
    this.#requests.cancelAll()
    this.#ended.resolve()
    this.pendingAck?.stop()
    this.core.dialogs.delete(dialogKey(this.dialog))
  }

  /** Starts the session timer with the values of a 2xx to INVITE or UPDATE; RFC 4028, sections 7.2 and 9. */
  startTimer(agreed: SipHeaders, role: 'uac' | 'uas'): void {
    const expires = parseSessionExpires(agreed)
    if (!expires) this.#timer.stop()
    else
      this.#timer.start(Math.max(expires.seconds, 90), (expires.refresher ?? 'uac') === role ? 'us' : 'peer')
  }

  recordPeerCapabilities(message: SipRequest | SipResponse): void {
    if (message.headers.get('Allow') !== null) this.#peerUpdates = message.headers.lists('Allow', 'UPDATE')
  }

  #finish(by: EndedBy, headers: SipHeaders | null): void {
    if (this.#over) return
    this.#over = true
    this.#timer.stop()
    this.#requests.cancelAll()
    this.#ended.resolve()
    this.refers.stop(by)
    if (by === 'peer') this.pendingAck?.stop()
    const { q850Cause, reasonText } = headers ? parseReason(headers) : { q850Cause: null, reasonText: null }
    this.events.emit({ type: 'ended', by, q850Cause, reasonText })
    // Retransmissions of the peer's BYE and of a 2xx may still arrive for the dialog.
    this.core.clock.after(64 * this.core.timers.t1, () => this.core.dialogs.delete(dialogKey(this.dialog)))
    this.#options.onEnded()
  }
}

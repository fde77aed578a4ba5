import { Dialog, dialogKey } from '../dialog/dialog.ts'
import type { StoredDialog } from '../dialog/stored-dialog.ts'
import { parseNameAddress } from '../message/address.ts'
import { createResponse, type ResponseParts } from '../message/create-response.ts'
import { parseInteger } from '../message/grammar.ts'
import type { SipHeaders } from '../message/headers.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { parseSdpBody } from '../message/sdp-body.ts'
import { parseSipUri } from '../message/uri.ts'
import type { ServerTransaction } from '../transaction/server.ts'
import type { RemoteEndpoint } from '../transport/flow.ts'
import type {
  Call,
  CallEvent,
  EndpointFilter,
  IncomingCall,
  OfferOutcome,
  Outcome,
  ReferOptions,
  ReferOutcome,
  RefuseOptions,
} from '../user-agent/api.ts'
import { type Core, type DialogHandler, formatCapabilities, newTag, respond } from '../user-agent/core.ts'
import { formatReason, parseReason } from '../user-agent/refusal.ts'
import { CallEvents } from './call-events.ts'
import { DialogSession, type HangUpReason } from './dialog-session.ts'
import { receiveInDialog } from './receive-in-dialog.ts'
import { createSessionExpiresFields } from './receive-re-offer.ts'
import { ReliableResponses } from './reliable-responses.ts'

/** An unanswered call is rejected after three minutes, when a proxy gives up; RFC 3261, 13.3.1.1. */
const maxRingMs = 180_000

/** An incoming call: the UAS side of an INVITE dialog. */
export class UasCall implements IncomingCall, DialogHandler {
  readonly direction = 'incoming'
  readonly request: SipRequest
  readonly source: RemoteEndpoint
  readonly offered: string | null
  readonly #replaced: Call | null
  isEndpointAllowed: EndpointFilter
  readonly #core: Core
  readonly #transaction: ServerTransaction
  readonly #events: CallEvents
  readonly #session: DialogSession
  readonly #reliable: ReliableResponses
  readonly #closeHandler = () => this.hangUp()
  readonly #cancelUnanswered: () => void
  /**
   * Settles when the reliable provisional response in progress is acknowledged; the next response waits for
   * it.
   */
  #confirming: Promise<unknown> = Promise.resolve()
  #answerSent = false
  #onRelease: () => void = () => {}

  constructor(core: Core, transaction: ServerTransaction, offered: string | null, replaced: Call | null) {
    const { request, flow } = transaction
    this.request = request
    this.source = flow.remote
    this.offered = offered
    this.#replaced = replaced
    this.isEndpointAllowed = core.isEndpointAllowed
    this.#core = core
    this.#events = new CallEvents(core.callbacks)
    this.#transaction = transaction
    this.#reliable = new ReliableResponses(transaction, core.clock, core.timers)
    const dialog = Dialog.ofRequest(request, newTag(), flow)
    this.#session = new DialogSession({
      core,
      dialog,
      events: this.#events,
      digest: null,
      isEndpointAllowed: (place) => this.isEndpointAllowed(place),
      user: parseSipUri(request.uri)?.user ?? null,
      direction: 'incoming',
      onEnded: () => this.#release(),
    })
    this.#session.recordPeerCapabilities(request)
    this.#session.remoteSdp = offered
    this.#session.pendingOffer = offered === null ? null : 'theirs'
    core.dialogs.set(dialogKey(dialog), this)
    core.closeHandlers.add(this.#closeHandler)
    this.#cancelUnanswered = core.clock.after(maxRingMs, () => this.refuse(480))
  }

  get callId(): string {
    return this.#session.dialog.callId
  }

  get dialog(): StoredDialog | null {
    return this.#transaction.answered && !this.#session.over ? this.#session.dialog.stored : null
  }

  get peerAddress(): string {
    return this.source.address
  }

  get target(): string {
    return this.request.uri
  }

  get from(): { uri: string; displayName: string } {
    return addressIn(this.request.headers, 'From')
  }

  get to(): { uri: string; displayName: string } {
    return addressIn(this.request.headers, 'To')
  }

  get assertedIdentities(): string[] {
    return this.request.headers
      .list('P-Asserted-Identity')
      .flatMap((value) => parseNameAddress(value)?.uri ?? [])
      .slice(0, 2)
  }

  get wantsPrivacy(): boolean {
    const requested = (this.request.headers.get('Privacy') ?? '').toLowerCase().split(/[;,\s]+/)
    return requested.includes('id') || requested.includes('user')
  }

  get maxForwards(): number {
    return parseInteger(this.request.headers.get('Max-Forwards'), 255) ?? 70
  }

  get replaceable() {
    const phase = this.#transaction.answered ? 'confirmed' : 'early-incoming'
    return { call: this, events: this.#events, phase: this.#session.over ? 'over' : phase } as const
  }

  /** Sets the function that removes the call from the user agent when the call is over. */
  onEnded(forget: () => void): void {
    this.#onRelease = forget
  }

  onEvent(listener: (event: CallEvent) => void): () => void {
    return this.#events.addListener(listener)
  }

  async ring(options: { readonly sdp?: string; readonly reliable?: 'if-possible' } = {}): Promise<void> {
    const { headers } = this.request
    const reliably =
      headers.lists('Require', '100rel') ||
      (options.reliable === 'if-possible' && headers.lists('Supported', '100rel'))
    await this.#confirming
    if (this.#transaction.answered || this.#session.over) return
    const response = this.#provisional(options.sdp)
    if (!reliably) return this.#transaction.respond(response)

    if (options.sdp !== undefined) this.#recordAnswer(options.sdp)
    const confirmed = this.#reliable.send(response)
    this.#confirming = confirmed
    if ((await confirmed) === 'given-up') this.refuse(504)
  }

  async answer(sdp: string): Promise<void> {
    await this.#confirming
    if (this.#transaction.answered || this.#session.over) return
    this.#cancelUnanswered()
    const session = this.#session
    const response = this.#success(this.#answerSent ? null : sdp)
    if (this.offered === null) session.pendingOffer = 'ours'
    if (!this.#answerSent) this.#recordAnswer(sdp)
    session.startTimer(response.headers, 'uas')
    session.answerInvite(this.#transaction, response, (ack) => this.#established(ack))
  }

  refuse(status: number, reason?: string, options: RefuseOptions = {}): void {
    if (status < 300 || status > 699) throw new RangeError('status must be between 300 and 699')
    if (this.#transaction.answered) {
      void this.#session.end('us')
      return
    }
    const headers: [string, string][] = (options.contacts ?? []).map((uri) => ['Contact', `<${uri}>`])
    if (options.retryAfterSeconds !== undefined)
      headers.push(['Retry-After', String(options.retryAfterSeconds)])
    if (options.q850Cause !== undefined)
      headers.push(['Reason', formatReason({ q850Cause: options.q850Cause })])
    this.#respond(reason === undefined ? { status, headers } : { status, reason, headers })
    this.#end({ type: 'ended', by: 'us', q850Cause: null, reasonText: null })
  }

  async hangUp(reason?: HangUpReason): Promise<void> {
    if (this.#transaction.answered) return await this.#session.end('us', reason)
    this.refuse(487, undefined, reason ?? {})
  }

  offer(createSdp: () => string): Promise<OfferOutcome> {
    return this.#session.offer('INVITE', createSdp)
  }

  update(createSdp: () => string): Promise<OfferOutcome> {
    return this.#session.offer('UPDATE', createSdp)
  }

  sendInfo(contentType: string, body: string): Promise<Outcome> {
    return this.#session.sendInfo(contentType, body)
  }

  refer(options: ReferOptions): Promise<ReferOutcome> {
    return this.#session.refers.refer(options)
  }

  receive(request: SipRequest, transaction: ServerTransaction): void {
    if (request.method === 'PRACK') {
      const known = this.#session.dialog.acceptSequence(request) && this.#reliable.receive(request)
      respond(this.#core, transaction, { status: known ? 200 : 481 })
      return
    }
    // RFC 3261, 14.2: the initial INVITE has no final response yet.
    if (request.method === 'INVITE' && !this.#transaction.answered) {
      respond(this.#core, transaction, { status: 500, headers: [['Retry-After', '3']] })
      return
    }
    receiveInDialog(this.#session, request, transaction)
  }

  receiveAck(ack: SipRequest): void {
    this.#session.receiveAck(ack)
  }

  get handledDialog(): Dialog {
    return this.#session.dialog
  }

  /** Handles the CANCEL of the INVITE; RFC 3261, 9.2. */
  receiveCancel(cancel: SipRequest): void {
    if (this.#transaction.answered) return
    this.#respond({ status: 487 })
    this.#end({ type: 'ended', by: 'peer', ...parseReason(cancel.headers) })
  }

  #established(ack: SipRequest): void {
    const body = parseSdpBody(ack)
    if (this.offered === null) this.#session.pendingOffer = null
    this.#events.emit({ type: 'established' })
    // After the event: the application must not take the end of the replaced call for the end of this one.
    void this.#replaced?.hangUp()
    if (this.offered !== null || body.type !== 'sdp') return
    this.#session.remoteSdp = body.sdp
    this.#events.emit({ type: 'peer-answer', sdp: body.sdp })
  }

  #recordAnswer(sdp: string): void {
    this.#answerSent = this.offered !== null
    this.#session.localSdp = sdp
    if (this.offered !== null) this.#session.pendingOffer = null
  }

  #provisional(sdp: string | undefined): SipResponse {
    const parts = { status: sdp === undefined ? 180 : 183, headers: this.#dialogHeaders() }
    return this.#createResponse(
      sdp === undefined ? parts : { ...parts, body: { type: 'application/sdp', text: sdp } },
    )
  }

  #success(sdp: string | null): SipResponse {
    const headers = [...this.#dialogHeaders(), ...createSessionExpiresFields(this.#core, this.request)]
    const parts = { status: 200, headers }
    return this.#createResponse(
      sdp === null ? parts : { ...parts, body: { type: 'application/sdp', text: sdp } },
    )
  }

  #dialogHeaders(): (readonly [string, string])[] {
    return [['Contact', this.#session.contact], ...formatCapabilities(this.#core)]
  }

  #createResponse(parts: ResponseParts): SipResponse {
    const headers = [...(parts.headers ?? []), ['Server', this.#core.userAgentName] as const]
    return createResponse(this.request, { ...parts, headers, toTag: this.#session.dialog.localTag })
  }

  #respond(parts: ResponseParts): void {
    this.#transaction.respond(this.#createResponse(parts))
  }

  #end(event: CallEvent): void {
    this.#session.abandon()
    this.#events.emit(event)
    this.#release()
  }

  #release(): void {
    // RFC 3261, 15.1.2: requests that are pending when a BYE ends the dialog get 487.
    if (!this.#transaction.answered) this.#respond({ status: 487 })
    this.#cancelUnanswered()
    this.#reliable.stop()
    this.#core.closeHandlers.delete(this.#closeHandler)
    this.#onRelease()
  }
}

function addressIn(headers: SipHeaders, name: string): { uri: string; displayName: string } {
  const { uri = '', displayName = '' } = parseNameAddress(headers.get(name) ?? '') ?? {}
  return { uri, displayName }
}

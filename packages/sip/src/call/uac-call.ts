import type { Dialog } from '../dialog/dialog.ts'
import { hasUsableAddresses } from '../dialog/route-set.ts'
import type { StoredDialog } from '../dialog/stored-dialog.ts'
import { DigestClient } from '../digest/client.ts'
import { parseTag } from '../message/address.ts'
import { parseInteger } from '../message/grammar.ts'
import type { SipRequest, SipResponse } from '../message/message.ts'
import { parseSdpBody } from '../message/sdp-body.ts'
import type { ClientTransaction } from '../transaction/client.ts'
import type { Flow } from '../transport/flow.ts'
import type {
  CallEvent,
  EndpointFilter,
  InviteOptions,
  OfferOutcome,
  Outcome,
  OutgoingCall,
  ReferOptions,
  ReferOutcome,
  Refusal,
} from '../user-agent/api.ts'
import { type Core, formatContact, newCallId, newTag } from '../user-agent/core.ts'
import { createLocalRefusal, notEstablishedRefusal, toRefusal } from '../user-agent/refusal.ts'
import { RequestRetrier } from '../user-agent/request-retrier.ts'
import { CallEvents } from './call-events.ts'
import type { HangUpReason } from './dialog-session.ts'
import { createForkedDialog, type ForkedDialog, Forks } from './forks.ts'
import { createInviteRequest, type ParsedInvite } from './invite-request.ts'
import { PrackSender } from './prack-sender.ts'
import { cancelInvite } from './request-parts.ts'

const defaultRingTimeoutMs = 180_000
/** Each proxy on the way may require a longer session interval; RFC 4028, section 7.1. */
const maxLongerIntervals = 5

/** An outgoing call: the UAC side of an INVITE; RFC 3261, section 13.2. */
export class UacCall implements OutgoingCall {
  readonly direction = 'outgoing'
  readonly callId = newCallId()
  readonly #core: Core
  readonly #options: InviteOptions
  readonly #checked: ParsedInvite
  readonly #events: CallEvents
  readonly #forks: Forks
  readonly #pracks = new PrackSender()
  readonly #digest: DigestClient | null
  readonly #isEndpointAllowed: EndpointFilter
  readonly #tag = newTag()
  readonly #closeHandler = () => this.hangUp()
  readonly #cancelRinging: () => void
  #sequence = 0
  #sessionExpiresSeconds: number
  #longerIntervals = 0
  #retrier: RequestRetrier
  #transaction: ClientTransaction | null = null
  #confirmedFork: ForkedDialog | null = null
  /** Why the call is being cancelled; null while it is not. */
  #cancelCause: Refusal | null = null
  #cancelSent = false
  #cancelReason: HangUpReason
  readonly #finished = Promise.withResolvers<void>()

  constructor(core: Core, options: InviteOptions, checked: ParsedInvite) {
    this.#core = core
    this.#events = new CallEvents(core.callbacks, options.onAcknowledged)
    this.#forks = new Forks(core.dialogs, (dialog, response) => this.#createFork(dialog, response))
    this.#options = options
    this.#checked = checked
    this.#isEndpointAllowed = options.isEndpointAllowed ?? core.isEndpointAllowed
    this.#digest = options.credentials ? new DigestClient(options.credentials, options.mayChallenge) : null
    this.#sessionExpiresSeconds = core.sessionExpiresSeconds
    this.#retrier = this.#invite()
    core.closeHandlers.add(this.#closeHandler)
    this.#cancelRinging = core.clock.after(options.ringTimeoutMs ?? defaultRingTimeoutMs, () =>
      this.#cancelWith(createLocalRefusal('no-answer', 408, 'The call was not answered in time')),
    )
    if ((options.maxForwards ?? 70) < 1) {
      this.#retrier.stop()
      this.#fail(createLocalRefusal('response', 483, 'Too Many Hops'))
    }
  }

  get dialog(): StoredDialog | null {
    const session = this.#confirmedFork?.session
    return session && !session.over ? session.dialog.stored : null
  }

  get peerAddress(): string | null {
    return this.#confirmedFork?.session.dialog.flow.remote.address ?? null
  }

  onEvent(listener: (event: CallEvent) => void): () => void {
    return this.#events.addListener(listener)
  }

  async hangUp(reason?: HangUpReason): Promise<void> {
    if (this.#confirmedFork) return await this.#confirmedFork.session.end('us', reason)
    this.#cancelReason ??= reason
    this.#cancelWith(createLocalRefusal('cancelled', 487, 'The call was cancelled'))
    await this.#finished.promise
  }

  offer(createSdp: () => string): Promise<OfferOutcome> {
    return this.#change('INVITE', createSdp)
  }

  update(createSdp: () => string): Promise<OfferOutcome> {
    return this.#change('UPDATE', createSdp)
  }

  async sendInfo(contentType: string, body: string): Promise<Outcome> {
    const fork = this.#confirmedFork ?? this.#forks.last
    return fork ? await fork.session.sendInfo(contentType, body) : { ok: false, ...notEstablishedRefusal() }
  }

  async refer(options: ReferOptions): Promise<ReferOutcome> {
    const session = this.#confirmedFork?.session
    return session ? await session.refers.refer(options) : { result: 'refused', ...notEstablishedRefusal() }
  }

  async #change(method: 'INVITE' | 'UPDATE', createSdp: () => string): Promise<OfferOutcome> {
    const early = method === 'UPDATE' ? this.#forks.lastWithAnswer : null
    const fork = this.#confirmedFork ?? early
    return fork ? await fork.session.offer(method, createSdp) : { ok: false, ...notEstablishedRefusal() }
  }

  #invite(): RequestRetrier {
    const { outboundProxy, transport } = this.#checked
    return new RequestRetrier(this.#core, {
      build: (flow) => this.#build(flow),
      nextHop: outboundProxy?.uri ?? this.#checked.target,
      protocol: transport,
      digest: this.#digest,
      isEndpointAllowed: this.#isEndpointAllowed,
      onSent: (transaction) => {
        this.#transaction = transaction
        this.#digest?.addCalled(transaction.flow.remote)
      },
      onProvisional: (response, transaction) => this.#receiveProvisional(response, transaction),
      onFinal: (response, transaction) => this.#receiveFinal(response, transaction),
      onFailure: (cause, reason) =>
        this.#fail(createLocalRefusal(cause, cause === 'timeout' ? 408 : 503, reason)),
    })
  }

  #build(flow: Flow): SipRequest {
    this.#sequence += 1
    return createInviteRequest(this.#options, this.#checked, {
      callId: this.callId,
      tag: this.#tag,
      sequence: this.#sequence,
      contact: formatContact(flow, this.#checked.from.user),
      sessionExpiresSeconds: this.#sessionExpiresSeconds,
      core: this.#core,
    })
  }

  #receiveProvisional(response: SipResponse, transaction: ClientTransaction): void {
    if (this.#cancelCause) {
      this.#sendCancel()
      return
    }
    if (response.status === 100 || this.#confirmedFork || !hasUsableAddresses(response)) return
    const fork = this.#forks.findOrCreate(response, transaction)
    const reliable = response.headers.lists('Require', '100rel')
    if (fork && reliable && !this.#pracks.acknowledge(fork, response)) return

    const body = parseSdpBody(response)
    const { status, reason } = response
    if (fork && body.type === 'sdp') {
      if (!fork.hasAnswer) fork.session.remoteSdp = body.sdp
      if (reliable) {
        fork.hasAnswer = true
        fork.session.pendingOffer = null
      }
      this.#events.emit({ type: 'early-media', status, sdp: body.sdp })
    } else this.#events.emit({ type: 'ringing', status, reason })
  }

  #receiveFinal(response: SipResponse, transaction: ClientTransaction): void {
    if (response.status < 300) this.#receiveSuccess(response, transaction)
    else if (response.status !== 422 || !this.#retryWithLongerInterval(response))
      this.#fail(this.#cancelCause ?? toRefusal(response))
  }

  #receiveSuccess(response: SipResponse, transaction: ClientTransaction): void {
    // Without a tag, our requests in the dialog would be new calls for whom its Contact names.
    if (parseTag(response.headers.get('To')) === null) {
      this.#fail(createLocalRefusal('response', 488, 'The peer answered without a To tag'))
      return
    }
    if (!hasUsableAddresses(response)) {
      // The peer gets no ACK by these routes, and ends its session; RFC 3261, 13.3.1.4.
      this.#fail(createLocalRefusal('response', 488, 'Too many routes or Contact too long'))
      return
    }
    const fork = this.#forks.findOrCreate(response, transaction)
    if (!fork) return
    const { session } = fork
    if (fork !== this.#confirmedFork) session.dialog.confirm(response)
    session.acknowledge(response)
    this.#events.acknowledge()
    if (fork === this.#confirmedFork) return
    // A 2xx that crosses our CANCEL, or of another fork, is acknowledged and ended; RFC 3261, 9.1, 13.2.2.4.
    if (this.#confirmedFork || this.#events.over) {
      this.#forks.endSurplus(fork)
      return
    }
    if (this.#cancelCause) {
      this.#forks.endSurplus(fork)
      this.#fail(this.#cancelCause)
      return
    }
    const body = parseSdpBody(response)
    const sdp = body.type === 'sdp' && !fork.hasAnswer ? body.sdp : session.remoteSdp
    if (sdp === null) {
      this.#forks.endSurplus(fork)
      this.#fail(createLocalRefusal('response', 488, 'The peer answered without a session description'))
      return
    }
    this.#confirmFork(fork, response, sdp)
  }

  #confirmFork(fork: ForkedDialog, response: SipResponse, sdp: string): void {
    const { session } = fork
    this.#confirmedFork = fork
    fork.isConfirmed = true
    this.#cancelRinging()
    this.#forks.abandonAll(fork)
    session.recordPeerCapabilities(response)
    session.remoteSdp = sdp
    session.pendingOffer = null
    session.startTimer(response.headers, 'uac')
    this.#finished.resolve()
    this.#events.emit({ type: 'answered', sdp })
  }

  #createFork(dialog: Dialog, response: SipResponse): ForkedDialog {
    const fork = createForkedDialog(this, {
      core: this.#core,
      dialog,
      events: this.#events,
      digest: this.#digest,
      isEndpointAllowed: this.#options.isDialogEndpointAllowed ?? this.#isEndpointAllowed,
      user: this.#checked.from.user,
      direction: 'outgoing',
      onEnded: () => this.#release(),
    })
    fork.session.localSdp = this.#options.offer
    fork.session.recordPeerCapabilities(response)
    return fork
  }

  #retryWithLongerInterval(response: SipResponse): boolean {
    const required = parseInteger(response.headers.get('Min-SE'), 86_400)
    if (required === null || required <= this.#sessionExpiresSeconds || this.#cancelCause) return false
    if (this.#longerIntervals++ >= maxLongerIntervals) return false
    this.#sessionExpiresSeconds = required
    this.#retrier.stop()
    this.#retrier = this.#invite()
    return true
  }

  #cancelWith(reason: Refusal): void {
    if (this.#cancelCause || this.#events.over || this.#confirmedFork) return
    this.#cancelCause = reason
    this.#cancelRinging()
    if (!this.#transaction) {
      this.#retrier.stop()
      this.#fail(reason)
      return
    }
    this.#retrier.disableRetries()
    // CANCEL must wait for a provisional response. If one arrives after `refused`, CANCEL is sent then.
    if (this.#transaction.proceeding) this.#sendCancel()
    else this.#fail(reason)
  }

  /** CANCEL must not be sent before a provisional response; RFC 3261, 9.1. */
  #sendCancel(): void {
    const invite = this.#transaction
    if (this.#cancelSent || !invite || invite.settled) return
    this.#cancelSent = true
    const onGivenUp = () => this.#cancelCause && this.#fail(this.#cancelCause)
    cancelInvite(this.#core, invite, { reason: this.#cancelReason, onGivenUp })
  }

  #fail(refusal: Refusal): void {
    if (this.#confirmedFork || this.#events.over) return
    this.#forks.abandonAll()
    this.#release()
    this.#events.emit({ type: 'refused', ...(this.#cancelCause ?? refusal) })
  }

  #release(): void {
    this.#cancelRinging()
    this.#core.closeHandlers.delete(this.#closeHandler)
    this.#finished.resolve()
  }
}

import { createSerialQueue } from '@parley/primitives'
import type { Call, CallEvent, EndedBy, IncomingCall, OutgoingCall, Refusal } from '@parley/sip'
import type { LeaveReason } from '../../conference-event.ts'
import type { PhoneNumber } from '../../identifiers.ts'
import type { SipResponse, TransferOutcome } from '../../trunk.ts'
import type { RequestMedia } from '../process/conference-media.ts'
import { answerReOffer } from './answer-re-offer.ts'
import { type Agreement, type AudioNegotiator, createAudioNegotiator } from './audio-negotiator.ts'
import { AudioWatch } from './audio-watch.ts'
import { CallEventQueue } from './call-event-queue.ts'
import { answerReplacement, type CallReplacement } from './call-replacement.ts'
import { endCall } from './end-call.ts'
import { InfoDigits } from './info-digits.ts'
import { LegTransfers } from './leg-transfers.ts'
import type { PhoneLegEvents, PhoneLegOptions } from './phone-leg-options.ts'
import { getRedirectionTarget, toLeaveReason } from './to-leave-reason.ts'

/** One telephone leg: a SIP call on one side, an RTP leg of the media process on the other. */
export class PhoneLeg {
  readonly #options: PhoneLegOptions
  readonly #events: PhoneLegEvents
  readonly #audio: AudioNegotiator
  #call: OutgoingCall | IncomingCall | null = null
  readonly #eventQueue = new CallEventQueue()
  readonly #infoDigits: InfoDigits
  readonly #offerQueue = createSerialQueue()
  /** Resolves when media is connected, or the call has ended. */
  readonly #connected = Promise.withResolvers<void>()
  #agreement: Agreement | null = null
  #isAnswered = false
  #isOver = false
  /** Whether the event that ends the leg has arrived. It is handled after those before it. */
  #isEnding = false
  readonly transfers: LegTransfers
  /** A call of the peer that replaces ours as soon as it is established. */
  #replacement: CallReplacement | null = null
  readonly audioWatch: AudioWatch

  constructor(options: PhoneLegOptions, events: PhoneLegEvents) {
    this.#options = options
    this.#events = events
    this.#audio = createAudioNegotiator(options.trunk, options.addresses)
    this.#infoDigits = new InfoDigits({
      sendInfo: async (type, body) => await this.#call?.sendInfo(type, body),
      isOver: () => this.#isOver,
      onError: options.onError,
    })
    this.transfers = new LegTransfers(options, events)
    this.audioWatch = new AudioWatch(options, {
      oneWay: (cause) => events.oneWay(cause),
      lost: () => options.isEmergency || void this.hangUp('media-lost'),
    })
  }

  /** Allocates a port, then starts the call that `invite` creates from our offer. */
  async dial(invite: (offer: string) => OutgoingCall): Promise<void> {
    await this.#allocatePort()
    if (this.#isOver) return
    this.#call = invite(this.#audio.offer())
    this.#listen(this.#call)
  }

  /** Answers an incoming call. */
  async answer(call: IncomingCall): Promise<void> {
    // Before anything asynchronous, so that a CANCEL meanwhile is handled.
    this.#call = call
    this.#listen(call)
    await this.#allocatePort()
    if (this.#isOver) return

    const answered = call.offered === null ? null : await this.#audio.answer(call.offered)
    if (this.#isOver) return
    if (call.offered !== null && !answered) {
      call.refuse(488)
      return this.#finish('media-incompatible', { code: 488, phrase: 'Not Acceptable Here' })
    }
    await call.answer(answered?.sdp ?? this.#audio.offer())
    if (answered) await this.#connect(answered.agreement, true)
    this.#markAnswered()
  }

  /**
   * Begins to send digits once media is connected, after those still being sent. Digits for which too many wait
   * are discarded.
   */
  async sendDigits(digits: string): Promise<void> {
    await this.#connected.promise
    if (this.#isOver) return
    if (this.#agreement?.hasTelephoneEvents === false) {
      // Not awaited: the peer decides how long it takes, and the user may hang up meanwhile.
      void this.#infoDigits.send(digits)
      return
    }
    await this.#options.media.applySetting({ command: 'send-digits', legId: this.#options.legId, digits })
  }

  /**
   * Signals hold or resume to the peer, after earlier offers are answered. A peer that rejects the offer is
   * held as well: it is sent music.
   */
  setOnHold(state: 'held' | 'released'): void {
    this.#audio.setOnHold(state)
    const offer = async () => this.#isAnswered && (await this.#connect(await this.#negotiate()))
    this.#offerQueue.run(offer).catch(this.#options.onError)
  }

  /** Asks the trunk by REFER to connect its telephone with a number; the leg ends when it has. */
  async transfer(to: PhoneNumber): Promise<TransferOutcome> {
    if (!this.#call || this.#isOver) return { result: 'refused', sipAnswer: null }
    const outcome = await this.transfers.send(this.#call, to)
    if (outcome.result === 'transferred') await this.hangUp('transferred')
    return outcome
  }

  /** The media process reports that audio arrives (again). */
  onMediaReceived(): void {
    this.audioWatch.onReceived()
  }

  /** The media process reports that expected audio does not arrive. */
  onMediaStopped(): void {
    if (this.#isAnswered && !this.#isOver) this.audioWatch.onStopped()
  }

  /** Moves the call to another media process. A call that is not answered cannot be moved and ends. */
  async migrate(request: RequestMedia): Promise<void> {
    if (this.#isOver || !this.#call) return
    if (!this.#isAnswered) return await this.hangUp('media-lost')
    await this.#allocatePort(request)
    // Not awaited: the peer decides how long it takes, and the call may be ended meanwhile.
    void this.#offerQueue.run(() =>
      this.#orHangUp(async () => {
        const call = this.#call
        const agreement = await this.#negotiate()
        const isReplaced = this.#replacement !== null || call !== this.#call
        if (agreement) await this.#connect(agreement)
        else if (!isReplaced && !this.#isEnding) await this.hangUp('media-lost')
      }),
    )
  }

  /** Ends the call as its state requires and emits `ended`. Idempotent. Never rejects: timers call it too. */
  async hangUp(reason: LeaveReason): Promise<void> {
    try {
      this.#finish(reason, null)
      await Promise.all([endCall(this.#call, reason), this.#replacement?.call.hangUp()])
    } catch (error) {
      this.#options.onError(error)
    }
  }

  /** Sends an offer. Returns null when the peer does not accept it, or the call is over. */
  async #negotiate(): Promise<Agreement | null> {
    if (this.#isOver || !this.#call) return null
    const outcome = await this.#call.offer(() => this.#audio.offer())
    return outcome.ok ? await this.#audio.applyAnswer(outcome.sdp) : null
  }

  #finish(reason: LeaveReason, sipAnswer: SipResponse | null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.audioWatch.stop()
    this.#audio.stopLookups()
    this.#connected.resolve()
    this.#events.ended(reason, sipAnswer)
  }

  async #allocatePort(request: RequestMedia = (command) => this.#options.media.requestWithRetry(command)) {
    const isLink = this.#options.trunk.linksConferences ?? false
    const port = await request({ command: 'add-rtp-leg', legId: this.#options.legId, isLink })
    this.#audio.setLocalEndpoint(port, this.#options.address)
  }

  #listen(call: Call): void {
    this.#options.calls.add(call, { legId: this.#options.legId, trunkId: this.#options.trunk.id })
    call.onEvent((event) => {
      // These must be accepted before the listener returns, or the stack rejects them.
      if (event.type === 're-offer') event.reOffer.take()
      if (event.type === 'refer') return this.transfers.receive(event.refer)
      if (event.type === 'replacement') return this.#receiveReplacement(event.take())
      this.#prepareEnd(call, event)
      this.#eventQueue.add(event, () =>
        this.#orHangUp(async () => {
          if (call === this.#replacement?.call) await this.#handleReplacement(this.#replacement, event)
          else if (call === this.#call) await this.#handle(event)
        }),
      )
    })
  }

  /** The end of the leg waits for no name that the peer has sent before it. */
  #prepareEnd(call: Call, { type }: CallEvent): void {
    if (type !== 'refused' && type !== 'ended') return
    this.#isEnding ||= call === this.#call ? !this.#replacement : this.#isAnswered && !this.#call?.dialog
    if (this.#isEnding) this.#audio.stopLookups()
  }

  async #orHangUp(change: () => Promise<void>): Promise<void> {
    try {
      await change()
    } catch (error) {
      this.#options.onError(error)
      await this.hangUp('media-lost')
    }
  }

  async #handle(event: CallEvent): Promise<void> {
    if (this.#isOver) return
    switch (event.type) {
      case 'ringing':
        return this.#events.ringing()
      case 'early-media': {
        const agreement = await this.#audio.applyAnswer(event.sdp)
        await this.#connect(agreement)
        return agreement && !this.#isOver ? this.#events.earlyMedia() : undefined
      }
      case 'answered':
        if (await this.#applyAnswer(event.sdp)) this.#markAnswered()
        return
      case 'peer-answer':
        return void (await this.#applyAnswer(event.sdp))
      case 're-offer':
        return await this.#connect(await answerReOffer(event.reOffer, this.#audio))
      case 'dtmf':
        return this.#events.digit(event.digit)
      case 'refused':
        return this.#handleRefusal(event)
      case 'ended':
        return this.#handleEnd(event.by)
      default:
        return
    }
  }

  /** Returns whether the answer could be applied. The call ends when it could not. */
  async #applyAnswer(sdp: string): Promise<boolean> {
    const agreement = await this.#audio.applyAnswer(sdp)
    if (agreement) await this.#connect(agreement, true)
    else if (!this.#isEnding) await this.hangUp('media-incompatible')
    return agreement !== null
  }

  /** A peer may end its former call before the one that replaces it is established. */
  #handleEnd(by: EndedBy): void {
    const reason = this.transfers.isPending ? 'transferred' : 'hung-up'
    if (!this.#replacement) this.#finish(by === 'peer' ? reason : 'media-lost', null)
  }

  #receiveReplacement(call: IncomingCall): void {
    const isFree = !this.#isOver && !this.#replacement && this.#options.isFromTrunk(call.source)
    if (!isFree || this.#options.isEmergency) return void call.refuse(isFree ? 603 : 481)
    call.isEndpointAllowed = ({ address }) => this.#options.addresses.isAllowed(address)
    this.#replacement = answerReplacement(call, this.#audio, this.#events, this.#options.onError)
    this.#listen(call)
  }

  /** The leg continues with a call that is established, or without one that fails. */
  async #handleReplacement({ call, agreement }: CallReplacement, event: CallEvent): Promise<void> {
    if (this.#isOver) return await call.hangUp()
    if (event.type === 're-offer') return event.reOffer.refuse(491)
    if (event.type === 'ended' || event.type === 'refused') {
      this.#replacement = null
      this.#events.replaced()
      if (this.#isAnswered && !this.#call?.dialog) this.#finish('media-lost', null)
    }
    if (event.type !== 'established') return
    this.#replacement = null
    this.#call = call
    await this.#connect(await agreement, true)
    this.#events.replaced()
    this.#markAnswered()
  }

  /** Connects the agreed audio; null leaves it as it is. */
  async #connect(agreement: Agreement | null, isAnswered = this.#isAnswered): Promise<void> {
    if (!agreement || this.#isOver) return
    const [wasHeld, isHeldByPeer] = [this.#agreement?.isHeldByPeer ?? false, agreement.isHeldByPeer]
    this.#agreement = agreement
    if (this.#call?.dialog) this.#events.dialog(this.#call.dialog)
    const rtp = { ...agreement.rtp, signallingAddress: this.#call?.peerAddress ?? null }
    const { media, legId } = this.#options
    await media.applySetting({ command: 'connect-rtp', legId, agreement: rtp, isEarly: !isAnswered })
    this.#connected.resolve()
    if (isHeldByPeer !== wasHeld) this.#events.heldByPeer(isHeldByPeer ? 'held' : 'released')
  }

  #markAnswered(): void {
    if (this.#isAnswered || this.#isOver) return
    this.#isAnswered = true
    this.#events.answered()
    this.audioWatch.start(() => this.#agreement?.rtp ?? null)
  }

  #handleRefusal(refusal: Refusal): void {
    const to = getRedirectionTarget(refusal)
    if (to) this.#events.redirected(to)
    const { reason, sipAnswer } = toLeaveReason(refusal)
    this.#finish(reason, sipAnswer)
  }
}

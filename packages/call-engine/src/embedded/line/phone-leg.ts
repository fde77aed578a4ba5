import type { Call, CallEvent, IncomingCall, OutgoingCall, ReferRequest, Refusal, ReOffer } from '@parley/sip'
import type { LeaveReason, OneWayCause } from '../../conference-event.ts'
import type { SipAnswer, TrunkConfig } from '../../trunk.ts'
import type { AskMedia, MediaRoom } from '../process/media-room.ts'
import { leaveReasonOf } from './leave-reason.ts'
import { type Agreement, createLineAudio, type LineAudio } from './line-audio.ts'
import { looksPrivate } from './private-address.ts'

/** RTP must have been seen this long after the answer. */
const rtpSeenMs = 2_000
const infoDigitMs = 160
const commaMs = 1_000

/** What a telephone leg tells its conference. After `over` it tells nothing. */
export interface PhoneLegEvents {
  ringing(): void
  earlyMedia(): void
  answered(): void
  heldByPeer(state: 'held' | 'released'): void
  oneWay(cause: OneWayCause): void
  digit(digit: string): void
  over(reason: LeaveReason, sipAnswer: SipAnswer | null): void
}

export interface PhoneLegPlace {
  readonly legId: string
  readonly room: MediaRoom
  readonly trunk: TrunkConfig
  /** What the other end is told to send audio to. */
  readonly address: string
  /** Whether audio may be sent to an address that the other end names. */
  readonly mayReach: (address: string) => boolean
  /** How long the wire may be silent. */
  readonly silentMs: number
  /** Calls somebody on behalf of the trunk; resolves to whether that has begun. */
  readonly redirect: (target: string) => Promise<boolean>
}

/** One telephone in one conference: a SIP call on one side, an RTP leg of the media process on the other. */
export class PhoneLeg {
  readonly #place: PhoneLegPlace
  readonly #on: PhoneLegEvents
  readonly #audio: LineAudio
  #call: Call | null = null
  #work: Promise<void> = Promise.resolve()
  #sending: Promise<void> = Promise.resolve()
  #offering: Promise<void> = Promise.resolve()
  /** Resolves when audio can travel, or never will. */
  readonly #connected = Promise.withResolvers<void>()
  #agreement: Agreement | null = null
  #isAnswered = false
  #isOver = false
  #isHeard = false
  #rtpSeenTimer: NodeJS.Timeout | undefined
  #silentTimer: NodeJS.Timeout | undefined

  constructor(place: PhoneLegPlace, on: PhoneLegEvents) {
    this.#place = place
    this.#on = on
    this.#audio = createLineAudio(place.trunk, place.mayReach)
  }

  /** Takes a port, then begins the call that `invite` makes of our offer. */
  async dial(invite: (offer: string) => OutgoingCall): Promise<void> {
    await this.#takePort((command) => this.#place.room.askAgain(command))
    if (this.#isOver) return
    this.#follow(invite(this.#audio.offer()))
  }

  /** Answers a call that waits. */
  async answer(call: IncomingCall): Promise<void> {
    // At once: a caller who gives up meanwhile must be heard.
    this.#follow(call)
    await this.#takePort((command) => this.#place.room.askAgain(command))
    if (this.#isOver) return

    const answered = call.offered === null ? null : await this.#audio.answer(call.offered)
    if (call.offered !== null && !answered) {
      call.refuse(488)
      return this.#end('failed', { code: 488, phrase: 'Not Acceptable Here' })
    }
    await call.answer(answered?.sdp ?? this.#audio.offer())
    if (answered) await this.#connect(answered.agreement)
    this.#becomeAnswered()
  }

  /** Sends keys once there is somebody to hear them, and after those that are still being sent. */
  sendDigits(digits: string): Promise<void> {
    const sent = this.#sending.then(async () => {
      await this.#connected.promise
      if (this.#isOver) return
      if (this.#agreement?.hasTelephoneEvents === false) return await this.#sendByInfo(digits)
      await this.#place.room.set({ command: 'send-digits', legId: this.#place.legId, digits })
    })
    this.#sending = sent.catch(() => undefined)
    return sent
  }

  /**
   * Tells the other end that it is put on hold, or taken back, once it has answered what came before. An end that does not
   * take it is on hold all the same: music is what it is sent.
   */
  setOnHold(state: 'held' | 'released'): void {
    this.#audio.setOnHold(state)
    this.#offering = this.#offering.then(() => this.#offerAgain()).catch(() => undefined)
  }

  /** The media process says that audio has come (back). */
  mediaCame(): void {
    this.#isHeard = true
    clearTimeout(this.#rtpSeenTimer)
    clearTimeout(this.#silentTimer)
    this.#silentTimer = undefined
  }

  /** The media process says that audio should come and does not. */
  mediaStopped(): void {
    if (!this.#isAnswered || this.#isOver || this.#silentTimer) return
    this.#silentTimer = setTimeout(() => void this.hangUp('media-lost'), this.#place.silentMs)
  }

  /** Brings the call to another media process. A call that has not been answered cannot be brought. */
  async move(ask: AskMedia): Promise<void> {
    if (this.#isOver || !this.#call) return
    if (!this.#isAnswered) return await this.hangUp('media-lost')
    await this.#takePort(ask)
    const outcome = await this.#call.offer(this.#audio.offer())
    const agreement = outcome.ok ? await this.#audio.agree(outcome.sdp) : null
    if (!agreement) return await this.hangUp('media-lost')
    this.#agreement = agreement
    await ask({ command: 'connect-rtp', legId: this.#place.legId, agreement: agreement.rtp })
  }

  /** Ends the call as its state needs, and says that it is over. Twice is once. */
  async hangUp(reason: LeaveReason): Promise<void> {
    const call = this.#call
    this.#end(reason, null)
    await call?.hangUp()
  }

  async #offerAgain(): Promise<void> {
    if (!this.#isAnswered || this.#isOver || !this.#call) return
    const outcome = await this.#call.offer(this.#audio.offer())
    const agreement = outcome.ok ? await this.#audio.agree(outcome.sdp) : null
    if (agreement && !this.#isOver) await this.#connect(agreement)
  }

  #end(reason: LeaveReason, sipAnswer: SipAnswer | null): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#rtpSeenTimer)
    clearTimeout(this.#silentTimer)
    this.#connected.resolve()
    this.#on.over(reason, sipAnswer)
  }

  async #takePort(ask: AskMedia): Promise<void> {
    const port = await ask({ command: 'add-rtp-leg', legId: this.#place.legId })
    this.#audio.moveTo(port, this.#place.address)
  }

  #follow(call: Call): void {
    this.#call = call
    call.onEvent((event) => {
      // Both must be taken before the listener returns, or the stack refuses them.
      if (event.type === 're-offer') event.reOffer.take()
      if (event.type === 'refer') return this.#beReferred(event.refer)
      this.#work = this.#work.then(() => this.#handle(event)).catch(() => this.hangUp('media-lost'))
    })
  }

  async #handle(event: CallEvent): Promise<void> {
    if (this.#isOver) return
    switch (event.type) {
      case 'ringing':
        return this.#on.ringing()
      case 'early-media': {
        const agreement = await this.#audio.agree(event.sdp)
        if (!agreement) return
        await this.#connect(agreement)
        return this.#on.earlyMedia()
      }
      case 'answered': {
        const agreement = await this.#audio.agree(event.sdp)
        if (!agreement) return await this.hangUp('failed')
        await this.#connect(agreement)
        return this.#becomeAnswered()
      }
      case 'peer-answer': {
        const agreement = await this.#audio.agree(event.sdp)
        return agreement ? await this.#connect(agreement) : await this.hangUp('failed')
      }
      case 're-offer':
        return await this.#answerReOffer(event.reOffer)
      case 'dtmf':
        return this.#on.digit(event.digit)
      case 'refused':
        return await this.#beRefused(event)
      case 'ended':
        return this.#end(event.by === 'peer' ? 'hung-up' : 'media-lost', null)
      case 'established':
      case 'refer':
        return
    }
  }

  async #connect(agreement: Agreement): Promise<void> {
    const wasHeld = this.#agreement?.isHeldByPeer ?? false
    this.#agreement = agreement
    const { legId, room } = this.#place
    await room.set({ command: 'connect-rtp', legId, agreement: agreement.rtp })
    this.#connected.resolve()
    if (agreement.isHeldByPeer !== wasHeld) this.#on.heldByPeer(agreement.isHeldByPeer ? 'held' : 'released')
  }

  #becomeAnswered(): void {
    if (this.#isAnswered || this.#isOver) return
    this.#isAnswered = true
    this.#on.answered()
    if (!this.#isHeard) this.#rtpSeenTimer = setTimeout(() => this.#missRtp(), rtpSeenMs)
  }

  #missRtp(): void {
    const rtp = this.#agreement?.rtp
    if (!rtp || rtp.direction === 'sendonly' || rtp.direction === 'inactive') return
    const isLost = looksPrivate(rtp.remote.address) && !looksPrivate(this.#place.address)
    this.#on.oneWay(isLost ? 'private-address' : 'nothing-arrives')
  }

  async #answerReOffer(reOffer: ReOffer): Promise<void> {
    if (reOffer.sdp === null) return reOffer.answer(this.#audio.offer())
    const answered = await this.#audio.answer(reOffer.sdp)
    if (!answered) return reOffer.refuse(488)
    reOffer.answer(answered.sdp)
    await this.#connect(answered.agreement)
  }

  async #beRefused(refusal: Refusal): Promise<void> {
    const [target] = refusal.contacts
    const isRedirection = refusal.cause === 'response' && refusal.status < 400
    if (isRedirection && target && (await this.#place.redirect(target))) return this.#end('hung-up', null)
    const { reason, sipAnswer } = leaveReasonOf(refusal)
    this.#end(reason, sipAnswer)
  }

  #beReferred(refer: ReferRequest): void {
    if (!this.#place.trunk.mayRedirectTo) {
      refer.refuse(603)
      return
    }
    const progress = refer.accept()
    void this.#place
      .redirect(refer.target)
      // Whoever judges the target may fail; the peer's wish must not end the process.
      .catch(() => false)
      .then((hasBegun) => {
        if (hasBegun) progress.report(200, 'OK')
        else progress.report(603, 'Decline')
      })
  }

  /** For peers that know no telephone events. One after the other, as a person would press them. */
  async #sendByInfo(digits: string): Promise<void> {
    for (const digit of digits) {
      if (this.#isOver) return
      if (digit === ',') await pause(commaMs)
      else {
        const body = `Signal=${digit}\r\nDuration=${infoDigitMs}\r\n`
        await this.#call?.sendInfo('application/dtmf-relay', body)
      }
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

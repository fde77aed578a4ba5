import type { ConferenceId, IncomingCallId, LegId, PhoneNumber, UserId } from '../../identifiers.ts'
import {
  type BrowserAnswer,
  type BrowserStats,
  type Conference,
  EngineError,
  type JoinInformation,
  type RejectReason,
} from '../../port.ts'
import type { TransferOutcome, TrunkConfig } from '../../trunk.ts'
import type { ConferenceSettings } from '../options.ts'
import { requireDialable } from '../phone/dial-target.ts'
import type { PhoneLeg } from '../phone/phone-leg.ts'
import { ConferenceMedia, type ConferenceMediaCommand } from '../process/conference-media.ts'
import type { MediaPool } from '../process/media-pool.ts'
import type { Telephony } from '../trunks/telephony.ts'
import { addPlayerLeg, createPlayerCommand, type PlayerRequest } from './add-player.ts'
import { ConferenceParts } from './conference-parts.ts'
import { handleMediaEvent } from './handle-media-events.ts'
import { parseBrowserAnswer } from './legs/browser-answer.ts'
import { type BrowserOfferDeps, createBrowserOffer, createFirstOffer } from './legs/create-browser-offer.ts'
import { createPhoneLeg, type DialRequest } from './legs/create-phone-leg.ts'
import { failed, isActive, type Leg, removed } from './legs/leg.ts'
import { resendSettings } from './legs/resend-settings.ts'
import { addWaitingCaller, takeWaitingCaller } from './legs/waiting-caller.ts'
import { canMoveAllLegs, mergeConferences } from './merge-conferences.ts'
import { migrateLegs, onMediaProcessLost } from './migrate-legs.ts'
import { createNumberedEvents } from './numbered-events.ts'

/** The statuses that a trunk receives for a transfer that is rejected; RFC 3891, section 3. */
const refusals = {
  declined: [603, 'Decline'],
  'no-such-call': [481, 'Call/Transaction Does Not Exist'],
} as const

/** A conference of the embedded engine. */
export class EmbeddedConference implements Conference {
  readonly id: ConferenceId
  readonly events = createNumberedEvents()
  readonly #settings: ConferenceSettings
  readonly #telephony: Telephony
  readonly #onClosed: () => void
  readonly #parts: ConferenceParts
  #closing: Promise<void> | null = null

  private constructor(settings: ConferenceSettings, telephony: Telephony, onClosed: () => void) {
    this.id = settings.id
    this.#settings = settings
    this.#telephony = telephony
    this.#onClosed = onClosed
    this.#parts = new ConferenceParts(settings, this.events.emit, () => void this.close())
  }

  /** @throws {EngineError} `media-unavailable` */
  static async open(
    settings: ConferenceSettings,
    { media, telephony }: { readonly media: MediaPool; readonly telephony: Telephony },
    onClosed: () => void,
  ): Promise<EmbeddedConference> {
    const conference = new EmbeddedConference(settings, telephony, onClosed)
    conference.#parts.media = await ConferenceMedia.open(media, settings, {
      onEvent: (event) => handleMediaEvent(event, conference.#parts.targets),
      onProcessLost: () => onMediaProcessLost(conference.#parts.targets),
      onMigrated: (request) => migrateLegs(conference.#parts.targets, request),
      onUnavailable: () => void conference.close(),
    })
    conference.#parts.legs.start()
    return conference
  }

  addBrowser(userId: UserId, legId: LegId): Promise<JoinInformation> {
    return this.#parts.requests.run('add-browser', legId, async () => {
      this.#requireOpen()
      const leg = this.#parts.legs.add('browser', legId, userId)
      try {
        return await createFirstOffer(leg, this.#parts.legs.all, this.#browserOfferDeps)
      } catch (error) {
        await this.#parts.legs.remove(leg, failed)
        throw error
      }
    })
  }

  async reconnectBrowser(legId: LegId): Promise<JoinInformation> {
    const leg = this.#parts.legs.requireActive(legId)
    if (leg.kind !== 'browser') throw new EngineError('no-such-leg')
    this.#parts.legs.restartAbsenceTimer(leg)
    return await createBrowserOffer(leg, this.#browserOfferDeps)
  }

  async setAnswer(legId: LegId, answer: BrowserAnswer): Promise<void> {
    this.#parts.legs.requireActive(legId)
    const { connectionId, sdp } = parseBrowserAnswer(answer)
    try {
      await this.#parts.media.request({ command: 'answer-webrtc', legId, connectionId, sdp })
    } catch (cause) {
      throw new EngineError('invalid-answer', { cause })
    }
  }

  async reportBrowserStats(legId: LegId, stats: BrowserStats): Promise<void> {
    this.#parts.legs.requireActive(legId).browserStats = stats
  }

  async setEmergency(isEmergency: boolean): Promise<void> {
    if (this.#closing === null) await this.#parts.media.setEmergency(isEmergency)
  }

  dialOut(call: DialRequest): Promise<void> {
    return this.#parts.requests.run('dial-out', call.legId, async () => {
      this.#requireOpen()
      const trunk = this.#telephony.trunk(call.trunkId)
      if (!trunk) throw new EngineError('no-such-trunk')
      requireDialable(call.to)
      const replaces = this.#parts.legs.findReplacedDialog(call)

      const leg = this.#parts.legs.add('phone', call.legId, null)
      const phone = this.#createPhone(leg, trunk, call)
      await this.#setUp(
        leg,
        phone.dial((offer) => this.#telephony.invite(trunk, { ...call, replaces }, offer)),
      )
    })
  }

  addIncoming(id: IncomingCallId, legId: LegId): Promise<void> {
    return this.#parts.requests.run('add-incoming', legId, async () => {
      this.#requireOpen()
      addWaitingCaller(this.#parts.legs, this.#telephony.incoming, id, legId)
    })
  }

  async refuseTransfer(legId: LegId, reason: 'declined' | 'no-such-call' = 'declined'): Promise<void> {
    const [status, phrase] = refusals[reason]
    this.#parts.legs.requireTransfer(legId).report(status, phrase)
  }

  completeTransfer(legId: LegId, otherLegId: LegId): Promise<void> {
    return this.#parts.legs.completeTransfer(legId, otherLegId)
  }

  async transferByRefer(legId: LegId, to: PhoneNumber): Promise<TransferOutcome> {
    requireDialable(to)
    return await this.#parts.legs.requirePhone(legId).transfer(to)
  }

  async answerIncoming(legId: LegId): Promise<void> {
    const leg = this.#parts.legs.requireActive(legId)
    const incoming = takeWaitingCaller(leg, this.#telephony.incoming)
    if (!incoming) return
    await this.#setUp(leg, this.#createPhone(leg, incoming.trunk, null).answer(incoming.call))
    if (isActive(leg)) await resendSettings(leg, (command) => this.#parts.media.applySetting(command))
  }

  async rejectIncoming(legId: LegId, rejectReason: RejectReason): Promise<void> {
    const leg = this.#parts.legs.find(legId)
    if (leg?.waiting) await this.#parts.legs.remove(leg, { ...removed, rejectReason })
  }

  async setAudioSources(legId: LegId, others: readonly LegId[] | 'everyone-else'): Promise<void> {
    const leg = this.#parts.legs.requireActive(legId)
    leg.audioSources = others === 'everyone-else' ? null : [...others]
    await this.#applySetting(leg, { command: 'set-audio-sources', legId, others: leg.audioSources })
  }

  async setOnHold(legId: LegId, state: 'held' | 'released'): Promise<void> {
    const leg = this.#parts.legs.requireActive(legId)
    const isChanged = leg.isOnHold !== (state === 'held')
    leg.isOnHold = state === 'held'
    await this.#applySetting(leg, { command: 'set-held', legId, held: leg.isOnHold })
    if (isChanged) leg.phone?.setOnHold(state)
  }

  async setMuted(legId: LegId, state: 'muted' | 'unmuted'): Promise<void> {
    const leg = this.#parts.legs.requireActive(legId)
    leg.isMuted = state === 'muted'
    await this.#applySetting(leg, { command: 'set-muted', legId, muted: leg.isMuted })
  }

  async sendDigits(legId: LegId, digits: string): Promise<void> {
    await this.#parts.legs.requirePhone(legId).sendDigits(digits.toUpperCase())
  }

  addPlayer(player: PlayerRequest): Promise<void> {
    return this.#parts.requests.run('add-player', player.legId, async () => {
      this.#requireOpen()
      const leg = addPlayerLeg(this.#parts.legs, player)
      const command = createPlayerCommand(leg)
      // Removed or added again when its media process exits meanwhile.
      const setUp =
        command &&
        this.#parts.media.applySetting(command).then(() => {
          leg.hasMedia = true
        })
      if (setUp) await this.#setUp(leg, setUp)
      this.#parts.legs.removeUnheardPlayers()
    })
  }

  startRecording({ legs, directory, replacements }: Parameters<Conference['startRecording']>[0]) {
    return this.#parts.recorder.startFor(this.#parts.legs.select(legs), directory, replacements)
  }

  setRecordingPaused(state: 'paused' | 'resumed'): Promise<void> {
    return this.#parts.recorder.setPaused(state === 'paused')
  }

  stopRecording = () => this.#parts.recorder.stop()

  async hangUp(legId: LegId): Promise<void> {
    const leg = this.#parts.legs.find(legId)
    if (leg) await this.#parts.legs.remove(leg, removed)
  }

  /**
   * Adopts the legs of another conference, and closes it.
   *
   * @throws {EngineError} `conference-closed`
   */
  async adopt(from: EmbeddedConference): Promise<void> {
    this.#requireOpen()
    from.#requireOpen()
    await mergeConferences(this.#parts, from.#parts)
    await from.close()
  }

  /** Returns whether {@link adopt} would keep all legs of another conference. */
  keepsLegs(from: EmbeddedConference): boolean {
    return canMoveAllLegs(this.#parts, from.#parts)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #close(): Promise<void> {
    await this.#parts.legs.removeAll(removed)
    this.#parts.levels.close()
    await this.#parts.media.close()
    this.events.emit({ type: 'closed', at: Date.now() })
    this.events.end()
    this.#onClosed()
  }

  /** Waits until a telephone leg has media and its call has started. Removes the leg on failure. */
  async #setUp(leg: Leg, mediaSetup: Promise<void>): Promise<void> {
    leg.mediaSetup = mediaSetup.catch(() => undefined)
    await mediaSetup.catch((error) => {
      this.#settings.log?.('leg.setup_failed', { legId: leg.id, reason: String(error) })
      return this.#parts.legs.remove(leg, failed)
    })
  }

  /** Applies a setting to a leg's media. A detached browser gets its settings when it reconnects. */
  async #applySetting(leg: Leg, command: ConferenceMediaCommand): Promise<void> {
    await leg.mediaSetup
    if (leg.hasMedia && isActive(leg)) await this.#parts.media.applySetting(command)
  }

  get #browserOfferDeps(): BrowserOfferDeps {
    const { audio, iceServers } = this.#settings
    return { media: this.#parts.media, audio, iceServers }
  }

  #requireOpen(): void {
    if (this.#closing !== null) throw new EngineError('conference-closed')
  }

  #createPhone(leg: Leg, trunk: TrunkConfig, call: DialRequest | null): PhoneLeg {
    return createPhoneLeg(leg, {
      trunk,
      call,
      address: this.#telephony.getMediaAddress(trunk),
      addresses: this.#telephony.callAddresses(trunk),
      silentMs: this.#settings.silenceTimeoutMs,
      isFromTrunk: (source) => this.#telephony.isFromTrunk(source, trunk.id),
      onError: (error) => this.#parts.logLegError(leg.id, error),
      calls: this.#telephony.calls,
    })
  }
}

import type { ConferenceEvent } from '../../conference-event.ts'
import type { ConferenceId, IncomingCallId, LegId, UserId } from '../../identifiers.ts'
import {
  type Announcement,
  type BrowserAnswer,
  type BrowserStats,
  type Conference,
  EngineError,
  type JoinInformation,
} from '../../port.ts'
import type { TrunkConfig } from '../../trunk.ts'
import { createEventStream } from '../event-stream.ts'
import type { EmbeddedEngineOptions, IceServer } from '../options.ts'
import type { PhoneLeg } from '../phone/phone-leg.ts'
import { ConferenceMedia, type ConferenceMediaCommand } from '../process/conference-media.ts'
import type { MediaPool } from '../process/media-pool.ts'
import type { Telephony } from '../trunks/telephony.ts'
import { announcementFile } from './announcement-file.ts'
import { parseBrowserAnswer } from './browser-answer.ts'
import { ConferenceLegs } from './conference-legs.ts'
import { type BrowserOfferDeps, createBrowserOffer } from './create-browser-offer.ts'
import { createPhoneLeg, type DialRequest } from './create-phone-leg.ts'
import { type EventTargets, handleMediaEvent } from './handle-media-events.ts'
import { isActive, type Leg } from './leg.ts'
import { LevelMeter } from './level-meter.ts'
import { migrateLegs, onMediaProcessLost } from './migrate-legs.ts'
import { Playbacks } from './playbacks.ts'
import { Recorder } from './recorder.ts'

const removed = { reason: 'removed', sipAnswer: null } as const
const failed = { reason: 'failed', sipAnswer: null } as const

export interface ConferenceSettings {
  readonly id: ConferenceId
  readonly audio: 'telephone' | 'wideband'
  readonly iceServers: readonly IceServer[]
  readonly detachedTimeoutMs: number
  readonly silenceTimeoutMs: number
  readonly log?: EmbeddedEngineOptions['log']
}

/** A conference of the embedded engine. */
export class EmbeddedConference implements Conference {
  readonly id: ConferenceId
  readonly events = createEventStream<ConferenceEvent>({
    isBuffered: ({ type }) => type !== 'levels' && type !== 'quality',
  })
  readonly #settings: ConferenceSettings
  readonly #telephony: Telephony
  readonly #onClosed: () => void
  readonly #legs: ConferenceLegs
  /** The telephone legs that were dialled, also those that have left. */
  readonly #dialled = new Set<LegId>()
  readonly #playbacks = new Playbacks()
  readonly #levels: LevelMeter
  readonly #recorder: Recorder
  readonly #targets: EventTargets
  #media!: ConferenceMedia
  #closing: Promise<void> | null = null

  private constructor(settings: ConferenceSettings, telephony: Telephony, onClosed: () => void) {
    this.id = settings.id
    this.#settings = settings
    this.#telephony = telephony
    this.#onClosed = onClosed
    this.#levels = new LevelMeter((levels) => this.events.emit({ type: 'levels', at: Date.now(), levels }))
    this.#legs = new ConferenceLegs({
      detachedTimeoutMs: settings.detachedTimeoutMs,
      media: () => this.#media,
      emit: this.events.emit,
      onError: (leg, error) => this.#logLegError(leg.id, error),
      onEmpty: () => void this.close(),
      onRemoved: async (leg, track) => {
        await this.#recorder.onLegRemoved(track)
        this.#playbacks.endAll(leg.id)
        this.#levels.remove(leg.id)
      },
    })
    this.#recorder = new Recorder(() => this.#media, {
      started: ({ legId, file }) =>
        this.#withLeg(legId, (leg) => this.#legs.emit(leg, { type: 'recording-started', file })),
      finished: (recording) =>
        this.#withLeg(recording.legId, (leg) => {
          leg.recordings.push(recording)
          this.#legs.emit(leg, { type: 'recording-finished', recording })
        }),
    })
    this.#targets = {
      legs: this.#legs,
      playbacks: this.#playbacks,
      levels: this.#levels,
      recorder: this.#recorder,
    }
  }

  /** @throws {EngineError} `media-unavailable` */
  static async open(
    settings: ConferenceSettings,
    { media, telephony }: { readonly media: MediaPool; readonly telephony: Telephony },
    onClosed: () => void,
  ): Promise<EmbeddedConference> {
    const conference = new EmbeddedConference(settings, telephony, onClosed)
    conference.#media = await ConferenceMedia.open(media, settings.id, {
      onEvent: (event) => handleMediaEvent(event, conference.#targets),
      onProcessLost: () => onMediaProcessLost(conference.#targets),
      onMigrated: (request) => migrateLegs(conference.#targets, request),
      onUnavailable: () => void conference.close(),
    })
    conference.#legs.start()
    return conference
  }

  async addBrowser(userId: UserId) {
    this.#requireOpen()
    const leg = this.#legs.add('browser', userId)
    try {
      return { legId: leg.id, joinInformation: await createBrowserOffer(leg, this.#browserOfferDeps) }
    } catch (error) {
      await this.#legs.remove(leg, failed)
      throw error
    }
  }

  async reconnectBrowser(legId: LegId): Promise<JoinInformation> {
    const leg = this.#legs.requireActive(legId)
    if (leg.kind !== 'browser') throw new EngineError('no-such-leg')
    return await createBrowserOffer(leg, this.#browserOfferDeps)
  }

  async setAnswer(legId: LegId, reply: BrowserAnswer): Promise<void> {
    this.#legs.requireActive(legId)
    const { connectionId, sdp } = parseBrowserAnswer(reply)
    try {
      await this.#media.request({ command: 'answer-webrtc', legId, connectionId, sdp })
    } catch (cause) {
      throw new EngineError('invalid-answer', { cause })
    }
  }

  async reportBrowserStats(legId: LegId, stats: BrowserStats): Promise<void> {
    this.#legs.requireActive(legId).browserStats = stats
  }

  async dialOut(call: DialRequest): Promise<LegId> {
    this.#requireOpen()
    const trunk = this.#telephony.trunk(call.through)
    if (!trunk) throw new EngineError('no-such-trunk')
    if (!/^\+?[0-9*#]{1,32}$/.test(call.to)) throw new EngineError('number-not-dialable')

    const { legId } = call
    if (legId !== undefined && this.#dialled.has(legId)) return legId
    const leg = this.#legs.add('phone', null, legId)
    this.#dialled.add(leg.id)
    const phone = this.#createPhone(leg, trunk, call)
    await this.#setUp(
      leg,
      phone.dial((offer) => this.#telephony.invite(trunk, call, offer)),
    )
    return leg.id
  }

  async answerIncoming(id: IncomingCallId): Promise<LegId> {
    this.#requireOpen()
    const incoming = this.#telephony.incoming.take(id)
    if (!incoming) throw new EngineError('no-such-incoming')

    const leg = this.#legs.add('phone', null)
    await this.#setUp(leg, this.#createPhone(leg, incoming.trunk, null).answer(incoming.call))
    return leg.id
  }

  async setAudioSources(legId: LegId, others: readonly LegId[] | 'everyone-else'): Promise<void> {
    const leg = this.#legs.requireActive(legId)
    leg.audioSources = others === 'everyone-else' ? null : [...others]
    await this.#applySetting(leg, { command: 'set-audio-sources', legId, others: leg.audioSources })
  }

  async setOnHold(legId: LegId, state: 'held' | 'released'): Promise<void> {
    const leg = this.#legs.requireActive(legId)
    const isChanged = leg.isOnHold !== (state === 'held')
    leg.isOnHold = state === 'held'
    await this.#applySetting(leg, { command: 'set-held', legId, held: leg.isOnHold })
    if (isChanged) leg.phone?.setOnHold(state)
  }

  async setMuted(legId: LegId, state: 'muted' | 'unmuted'): Promise<void> {
    const leg = this.#legs.requireActive(legId)
    leg.isMuted = state === 'muted'
    await this.#applySetting(leg, { command: 'set-muted', legId, muted: leg.isMuted })
  }

  async sendDigits(legId: LegId, digits: string): Promise<void> {
    const { phone } = this.#legs.requireActive(legId)
    if (!phone) throw new EngineError('no-such-leg')
    await phone.sendDigits(digits.toUpperCase())
  }

  async playAnnouncement(to: readonly LegId[] | 'everyone', announcement: Announcement): Promise<void> {
    const source = { kind: 'file', path: announcementFile(announcement) } as const
    const how = { source, mode: 'over', limitMs: null } as const
    const playbacks = this.#legs.select(to).map(async (leg) => {
      const legId = leg.id
      const end = await this.#playbacks.play(legId, (playbackId) =>
        this.#media.request({ command: 'play', legId, playbackId, ...how }),
      )
      return end === 'interrupted' && isActive(leg)
    })
    if ((await Promise.all(playbacks)).includes(true)) throw new EngineError('media-unavailable')
  }

  async startRecording({ legs, directory }: Parameters<Conference['startRecording']>[0]) {
    const selected = this.#legs.select(legs)
    const toIds = (some: readonly Leg[]) => some.map(({ id }) => id)
    return await this.#recorder.start(
      toIds(selected.filter(({ hasMedia }) => hasMedia)),
      directory,
      toIds(selected.filter(({ hasMedia }) => !hasMedia)),
    )
  }

  async stopRecording() {
    return await this.#recorder.stop()
  }

  async hangUp(legId: LegId): Promise<void> {
    const leg = this.#legs.find(legId)
    if (leg) await this.#legs.remove(leg, removed)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #close(): Promise<void> {
    await this.#legs.removeAll(removed)
    this.#levels.close()
    await this.#media.close()
    this.events.emit({ type: 'closed', at: Date.now() })
    this.events.end()
    this.#onClosed()
  }

  /** Waits until a telephone leg has media and its call has started. Removes the leg on failure. */
  async #setUp(leg: Leg, mediaSetup: Promise<void>): Promise<void> {
    leg.mediaSetup = mediaSetup.catch(() => undefined)
    await mediaSetup.catch((error) => {
      this.#settings.log?.('leg.setup_failed', { legId: leg.id, reason: String(error) })
      return this.#legs.remove(leg, failed)
    })
  }

  /** Applies a setting to a leg's media. A detached browser gets its settings when it reconnects. */
  async #applySetting(leg: Leg, command: ConferenceMediaCommand): Promise<void> {
    await leg.mediaSetup
    if (leg.hasMedia && isActive(leg)) await this.#media.applySetting(command)
  }

  get #browserOfferDeps(): BrowserOfferDeps {
    const { audio, iceServers } = this.#settings
    return { media: this.#media, audio, iceServers }
  }

  #requireOpen(): void {
    if (this.#closing !== null) throw new EngineError('conference-closed')
  }

  #createPhone(leg: Leg, trunk: TrunkConfig, call: DialRequest | null): PhoneLeg {
    return createPhoneLeg(leg, {
      legs: this.#legs,
      media: this.#media,
      trunk,
      call,
      address: this.#telephony.getMediaAddress(trunk),
      addresses: this.#telephony.mediaAddresses(trunk.id),
      silentMs: this.#settings.silenceTimeoutMs,
      onError: (error) => this.#logLegError(leg.id, error),
      dialOut: (other) => this.dialOut(other),
    })
  }

  #logLegError(legId: LegId, error: unknown): void {
    this.#settings.log?.('leg.failed', { legId, reason: String(error) })
  }

  #withLeg(legId: LegId, act: (leg: Leg) => void): void {
    const leg = this.#legs.find(legId)
    if (leg) act(leg)
  }
}

import type { ConferenceEvent } from '../../conference-event.ts'
import {
  type Announcement,
  type BrowserStats,
  type Conference,
  type ConferenceId,
  EngineError,
  type IncomingId,
  type JoinInformation,
  type JoinReply,
  type LegId,
  type PersonId,
} from '../../port.ts'
import type { TrunkConfig } from '../../trunk.ts'
import { createEventStream } from '../event-stream.ts'
import type { PhoneLeg } from '../line/phone-leg.ts'
import type { EmbeddedEngineOptions, IceServer } from '../options.ts'
import type { MediaPool } from '../process/media-pool.ts'
import { MediaRoom, type RoomCommand } from '../process/media-room.ts'
import type { Telephony } from '../trunks/telephony.ts'
import { announcementFile } from './announcement-file.ts'
import { loseHome, moveIn } from './change-home.ts'
import { ConferenceLegs } from './conference-legs.ts'
import { type Hearers, hearMedia } from './hear-media.ts'
import { readReply } from './join-reply.ts'
import { isStaying, type Leg } from './leg.ts'
import { Levels } from './levels.ts'
import { type BrowserPlace, offerBrowser } from './offer-browser.ts'
import { Playbacks } from './playbacks.ts'
import { Recorder } from './recorder.ts'
import { createTelephone, type OutgoingCall } from './telephone.ts'

const removed = { reason: 'removed', sipAnswer: null } as const
const failed = { reason: 'failed', sipAnswer: null } as const

export interface ConferenceSettings {
  readonly id: ConferenceId
  readonly audio: 'telephone' | 'wideband'
  readonly iceServers: readonly IceServer[]
  readonly keepDetachedMs: number
  readonly lineSilentMs: number
  readonly log?: EmbeddedEngineOptions['log']
}

/** A conference of the embedded engine. */
export class EmbeddedConference implements Conference {
  readonly id: ConferenceId
  readonly events = createEventStream<ConferenceEvent>({
    isWorthKeeping: ({ type }) => type !== 'levels' && type !== 'quality',
  })
  readonly #settings: ConferenceSettings
  readonly #telephony: Telephony
  readonly #onClosed: () => void
  readonly #legs: ConferenceLegs
  readonly #playbacks = new Playbacks()
  readonly #levels: Levels
  readonly #recorder: Recorder
  readonly #targets: Hearers
  #media!: MediaRoom
  #closing: Promise<void> | null = null

  private constructor(settings: ConferenceSettings, telephony: Telephony, onClosed: () => void) {
    this.id = settings.id
    this.#settings = settings
    this.#telephony = telephony
    this.#onClosed = onClosed
    this.#levels = new Levels((levels) => this.events.emit({ type: 'levels', at: Date.now(), levels }))
    this.#legs = new ConferenceLegs({
      keepDetachedMs: settings.keepDetachedMs,
      room: () => this.#media,
      emit: this.events.emit,
      onDeserted: () => void this.close(),
      onLetGo: async (leg, track) => {
        await this.#recorder.legLeft(track)
        this.#playbacks.endAll(leg.id)
        this.#levels.forget(leg.id)
      },
    })
    this.#recorder = new Recorder(() => this.#media, {
      started: ({ legId, file }) =>
        this.#withLeg(legId, (leg) => this.#legs.tell(leg, { type: 'recording-started', file })),
      finished: (recording) =>
        this.#withLeg(recording.legId, (leg) => {
          leg.recordings.push(recording)
          this.#legs.tell(leg, { type: 'recording-finished', recording })
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
    try {
      conference.#media = await MediaRoom.open(media, settings.id, {
        event: (event) => hearMedia(event, conference.#targets),
        lost: () => loseHome(conference.#targets),
        moved: (ask) => moveIn(conference.#targets, ask),
        homeless: () => void conference.close(),
      })
    } catch (error) {
      await conference.#legs.leaveAll(failed)
      throw error
    }
    return conference
  }

  async admitBrowser(person: PersonId) {
    this.#requireOpen()
    const leg = this.#legs.admit('browser', person)
    try {
      return { legId: leg.id, joinInformation: await offerBrowser(leg, this.#browserOfferDeps) }
    } catch (error) {
      await this.#legs.leave(leg, failed)
      throw error
    }
  }

  async reattachBrowser(legId: LegId): Promise<JoinInformation> {
    const leg = this.#legs.staying(legId)
    if (leg.kind !== 'browser') throw new EngineError('no-such-leg')
    return await offerBrowser(leg, this.#browserOfferDeps)
  }

  async acceptReply(legId: LegId, reply: JoinReply): Promise<void> {
    this.#legs.staying(legId)
    const { connectionId, sdp } = readReply(reply)
    try {
      await this.#media.ask({ command: 'answer-webrtc', legId, connectionId, sdp })
    } catch (cause) {
      throw new EngineError('reply-not-understood', { cause })
    }
  }

  async reportBrowserStats(legId: LegId, stats: BrowserStats): Promise<void> {
    this.#legs.staying(legId).browserStats = stats
  }

  async dialOut(call: OutgoingCall): Promise<LegId> {
    this.#requireOpen()
    const trunk = this.#telephony.trunk(call.through)
    if (!trunk) throw new EngineError('no-such-trunk')
    if (!/^\+?[0-9*#]{1,32}$/.test(call.to)) throw new EngineError('number-not-dialable')

    const leg = this.#legs.admit('phone', null)
    const phone = this.#createPhone(leg, trunk, call)
    await this.#setUp(
      leg,
      phone.dial((offer) => this.#telephony.invite(trunk, call, offer)),
    )
    return leg.id
  }

  async answerIncoming(id: IncomingId): Promise<LegId> {
    this.#requireOpen()
    const incoming = this.#telephony.takeIncoming(id)
    if (!incoming) throw new EngineError('no-such-incoming')

    const leg = this.#legs.admit('phone', null)
    await this.#setUp(leg, this.#createPhone(leg, incoming.trunk, null).answer(incoming.call))
    return leg.id
  }

  async setHears(legId: LegId, others: readonly LegId[] | 'everyone-else'): Promise<void> {
    const leg = this.#legs.staying(legId)
    leg.hears = others === 'everyone-else' ? null : [...others]
    await this.#applySetting(leg, { command: 'set-hears', legId, others: leg.hears })
  }

  async setOnHold(legId: LegId, state: 'held' | 'released'): Promise<void> {
    const leg = this.#legs.staying(legId)
    const isChanged = leg.isOnHold !== (state === 'held')
    leg.isOnHold = state === 'held'
    await this.#applySetting(leg, { command: 'set-held', legId, held: leg.isOnHold })
    if (isChanged) leg.phone?.setOnHold(state)
  }

  async setMuted(legId: LegId, state: 'muted' | 'unmuted'): Promise<void> {
    const leg = this.#legs.staying(legId)
    leg.isMuted = state === 'muted'
    await this.#applySetting(leg, { command: 'set-muted', legId, muted: leg.isMuted })
  }

  async sendDigits(legId: LegId, digits: string): Promise<void> {
    const { phone } = this.#legs.staying(legId)
    if (!phone) throw new EngineError('no-such-leg')
    await phone.sendDigits(digits.toUpperCase())
  }

  async playAnnouncement(to: readonly LegId[] | 'everyone', announcement: Announcement): Promise<void> {
    const source = { kind: 'file', path: announcementFile(announcement) } as const
    const how = { source, mode: 'over', limitMs: null } as const
    const playbacks = this.#legs
      .named(to)
      .map(({ id: legId }) =>
        this.#playbacks.play(legId, (playbackId) =>
          this.#media.ask({ command: 'play', legId, playbackId, ...how }),
        ),
      )
    await Promise.all(playbacks)
  }

  async startRecording({ legs, directory }: Parameters<Conference['startRecording']>[0]) {
    const selected = this.#legs.named(legs)
    const idsOf = (some: readonly Leg[]) => some.map(({ id }) => id)
    return await this.#recorder.start(
      idsOf(selected.filter(({ isInMedia }) => isInMedia)),
      directory,
      idsOf(selected.filter(({ isInMedia }) => !isInMedia)),
    )
  }

  async stopRecording() {
    return await this.#recorder.stop()
  }

  async hangUp(legId: LegId): Promise<void> {
    const leg = this.#legs.find(legId)
    if (leg) await this.#legs.leave(leg, removed)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #close(): Promise<void> {
    await this.#legs.leaveAll(removed)
    this.#levels.close()
    await this.#media.close()
    this.events.emit({ type: 'closed', at: Date.now() })
    this.events.end()
    this.#onClosed()
  }

  /** Waits until a telephone leg has media and its call has started. Removes the leg on failure. */
  async #setUp(leg: Leg, entering: Promise<void>): Promise<void> {
    leg.entering = entering.catch(() => undefined)
    await entering.catch((error) => {
      this.#settings.log?.('leg.setup_failed', { legId: leg.id, reason: String(error) })
      return this.#legs.leave(leg, failed)
    })
  }

  /** Applies a setting to a leg's media. A detached browser gets its settings when it reconnects. */
  async #applySetting(leg: Leg, command: RoomCommand): Promise<void> {
    await leg.entering
    if (leg.isInMedia && isStaying(leg)) await this.#media.set(command)
  }

  get #browserOfferDeps(): BrowserPlace {
    const { audio, iceServers } = this.#settings
    return { room: this.#media, audio, iceServers }
  }

  #requireOpen(): void {
    if (this.#closing) throw new EngineError('conference-closed')
  }

  #createPhone(leg: Leg, trunk: TrunkConfig, call: OutgoingCall | null): PhoneLeg {
    return createTelephone(leg, {
      legs: this.#legs,
      room: this.#media,
      trunk,
      call,
      address: this.#telephony.mediaAddressFor(trunk),
      mayReach: (address) => this.#telephony.mayReach(address, trunk.id),
      silentMs: this.#settings.lineSilentMs,
      dialOut: (other) => this.dialOut(other),
    })
  }

  #withLeg(legId: LegId, act: (leg: Leg) => void): void {
    const leg = this.#legs.find(legId)
    if (leg) act(leg)
  }
}

import type { LeaveReason } from '@parley/call-engine'
import type { Announced } from '../../announcement-ledger/records/index.ts'
import type { CallConference } from '../parts/call-conference.ts'
import type { CallDeps } from '../parts/call-deps.ts'
import type { CallRecord } from '../parts/call-record.ts'
import { addPlayer } from '../players/add-player.ts'
import { type OpenAudio, openAnnouncement } from '../players/open-announcement.ts'
import { hashAudio } from './announcement-ledger.ts'

/** An announcement that several legs hear. All those who have heard it are recorded from the same time. */
interface Announcement {
  readonly generation: number
  /** The number of players that have not left. */
  remaining: number
  readonly receivedBy: AnnouncedLeg[]
  hasFailed: boolean
}

interface AnnouncedLeg {
  readonly legId: string
  /** How often the call of the leg had been replaced when the announcement began. */
  readonly replacements: number
}

interface FinishedAnnouncement {
  readonly generation: number
  readonly hasFailed: boolean
  /** The legs that have heard it to its end, without those whose call has been replaced since it began. */
  readonly legIds: readonly string[]
}

type Playing = Pick<Announced, 'id' | 'legId' | 'startedAt'>

/** Announces to participants that the call is recorded. */
export class RecordingAnnouncements {
  readonly #parts: {
    readonly deps: CallDeps
    readonly record: CallRecord
    readonly conference: CallConference
  }
  /** By the id of the player. */
  readonly #players = new Map<string, AnnouncedLeg & { readonly announcement: Announcement }>()
  readonly #replacements = new Map<string, number>()

  constructor(deps: CallDeps, record: CallRecord, conference: CallConference) {
    this.#parts = { deps, record, conference }
  }

  /** How often another call has replaced that of each leg, by leg id. */
  get replacements(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#replacements)
  }

  /**
   * Plays the announcement to each leg with its own player, which waits while the leg receives no audio.
   *
   * @throws {Error} it could not be played to all of them.
   */
  async play(legIds: readonly string[], generation: number): Promise<void> {
    const announcement: Announcement = {
      generation,
      remaining: legIds.length,
      receivedBy: [],
      hasFailed: false,
    }
    try {
      await using opened = await openAnnouncement(this.#parts, 'recording-starts')
      const playing: Playing[] = []
      for (const legId of legIds) {
        const replacements = this.#countReplacements(legId)
        const playerId = await addPlayer(this.#parts, { plays: 'announcement', to: [legId] }, opened.source)
        this.#players.set(playerId, { legId, replacements, announcement })
        playing.push({ id: playerId, legId, startedAt: this.#parts.deps.now() })
      }
      await this.#storeBegin(opened, playing)
    } catch (error) {
      announcement.hasFailed = true
      throw error
    }
  }

  /** Returns the announcement whose last player has left; null while others play it, and for other players. */
  async onPlayerLeft(playerId: string, reason: LeaveReason): Promise<FinishedAnnouncement | null> {
    const player = this.#players.get(playerId)
    if (!player) return null
    this.#players.delete(playerId)
    const { deps, record } = this.#parts
    await record.recordings.ledger.end(playerId, { at: deps.now(), outcome: toOutcome(reason) })
    const { announcement } = player
    announcement.remaining -= 1
    if (reason === 'played') announcement.receivedBy.push(player)
    // Removed with its leg, which has left or has another party.
    else if (reason !== 'removed') announcement.hasFailed = true
    if (announcement.remaining > 0) return null
    const { generation, hasFailed, receivedBy } = announcement
    const heard = receivedBy.filter(
      ({ legId, replacements }) => replacements === this.#countReplacements(legId),
    )
    return { generation, hasFailed, legIds: heard.map(({ legId }) => legId) }
  }

  /** Stops the announcements to the former party of a leg. */
  async onLegReplaced(legId: string, replacements: number): Promise<void> {
    this.#replacements.set(legId, replacements)
    for (const [playerId, player] of this.#players)
      if (player.legId === legId) await this.#parts.conference.current?.hangUp(playerId)
  }

  /** Adds the replacements of the legs of a call that is merged into this one. */
  adopt(replacements: Readonly<Record<string, number>>): void {
    for (const [legId, count] of Object.entries(replacements)) this.#replacements.set(legId, count)
  }

  async #storeBegin(
    { source, announcementId }: Pick<OpenAudio, 'source' | 'announcementId'>,
    playing: readonly Playing[],
  ): Promise<void> {
    const { deps, record } = this.#parts
    const sha256 = await hashAudio(deps, source)
    const language = source.kind === 'announcement' ? source.announcement.language : null
    const announced = playing.map((each) => ({ ...each, announcementId, language, sha256, end: null }))
    await record.recordings.ledger.begin(announced)
  }

  #countReplacements(legId: string): number {
    return this.#replacements.get(legId) ?? 0
  }
}

function toOutcome(reason: LeaveReason): NonNullable<Announced['end']>['outcome'] {
  if (reason === 'played') return 'played'
  return reason === 'removed' ? 'interrupted' : 'failed'
}

import type { ConferenceEvent, LegEvent } from '../../../conference-event.ts'
import type { LegId, UserId } from '../../../identifiers.ts'
import { type Conference, EngineError } from '../../../port.ts'
import type { RecordedTrack } from '../../media/protocol.ts'
import type { RequestedTransfer } from '../../phone/leg-transfers.ts'
import type { PhoneLeg } from '../../phone/phone-leg.ts'
import type { ConferenceMedia } from '../../process/conference-media.ts'
import type { DigitTransport } from './key-presses.ts'
import {
  createLeg,
  type EventFields,
  isActive,
  isJoined,
  type LeaveCause,
  type Leg,
  type LegOwner,
} from './leg.ts'

/** How long to wait for the media process to confirm the removal of a leg. */
const mediaRemovalTimeoutMs = 3_000

export interface ConferenceLegsOptions {
  readonly connectTimeoutMs: number
  readonly detachedTimeoutMs: number
  readonly media: () => ConferenceMedia
  readonly emit: (event: ConferenceEvent) => void
  /** The media process has removed a leg. Awaited before `leg-left` is emitted. */
  readonly onRemoved: (leg: Leg, track: RecordedTrack | null) => Promise<void>
  /** Resolves when the leg is not recorded any more. */
  readonly withholdRecording: (leg: Leg) => Promise<void>
  readonly onError: (leg: Leg, error: unknown) => void
  /** No leg has been connected for `detachedTimeoutMs`. */
  readonly onEmpty: () => void
}

/** The legs of a conference and their lifecycle: added, joined, detached, reattached, removed. */
export class ConferenceLegs implements LegOwner {
  readonly #options: ConferenceLegsOptions
  readonly #legs = new Map<LegId, Leg>()
  #emptyTimer: NodeJS.Timeout | undefined

  constructor(options: ConferenceLegsOptions) {
    this.#options = options
  }

  /** Begins to wait for the first leg. */
  start(): void {
    this.#updateEmptyTimer()
  }

  get media(): ConferenceMedia {
    return this.#options.media()
  }

  get all(): readonly Leg[] {
    return [...this.#legs.values()]
  }

  find(legId: LegId): Leg | undefined {
    return this.#legs.get(legId)
  }

  isAlone(leg: Leg): boolean {
    return (
      !leg.isOnHold && !this.all.some((other) => other !== leg && other.kind !== 'player' && isJoined(other))
    )
  }

  /** @throws {EngineError} `no-such-leg` */
  requireActive(legId: LegId): Leg {
    const leg = this.#legs.get(legId)
    if (!leg || !isActive(leg)) throw new EngineError('no-such-leg')
    return leg
  }

  /** @throws {EngineError} `no-such-leg` */
  requirePhone(legId: LegId): PhoneLeg {
    const { phone } = this.requireActive(legId)
    if (!phone) throw new EngineError('no-such-leg')
    return phone
  }

  /**
   * Returns the transfer that the trunk of a leg has requested.
   *
   * @throws {EngineError} `no-such-leg`, `no-such-transfer`
   */
  requireTransfer(legId: LegId): RequestedTransfer {
    const transfer = this.requireActive(legId).phone?.transfers.requested
    if (!transfer) throw new EngineError('no-such-transfer')
    return transfer
  }

  /**
   * Returns the dialog of the trunk that a number is dialled in place of, when the trunk has named one in its
   * request of a transfer. It is known to that trunk and to no other.
   *
   * @throws {EngineError} `no-such-leg`, `no-such-transfer`
   */
  findReplacedDialog({ replacedLegId, trunkId }: Parameters<Conference['dialOut']>[0]): string | null {
    if (replacedLegId === undefined) return null
    const transfer = this.requireTransfer(replacedLegId)
    if (transfer.otherLegId !== null) throw new EngineError('no-such-transfer')
    return transfer.trunkId === trunkId ? transfer.replaces : null
  }

  /**
   * Reports that an attended transfer is done, and removes both legs of the trunk.
   *
   * @throws {EngineError} `no-such-transfer`
   */
  async completeTransfer(legId: LegId, otherLegId: LegId): Promise<void> {
    const requested = this.#legs.get(legId)?.phone?.transfers.requested
    if (requested && requested.otherLegId !== otherLegId) throw new EngineError('no-such-transfer')
    requested?.report(200, 'OK')
    const legs = this.select([legId, otherLegId])
    await Promise.all(legs.map((leg) => this.remove(leg, { reason: 'transferred', sipAnswer: null })))
  }

  /** Filters ids to legs that are still present (a leg may leave concurrently). */
  select(to: readonly LegId[] | 'everyone'): readonly Leg[] {
    return this.all.filter((leg) =>
      to === 'everyone' ? isJoined(leg) && leg.kind !== 'player' : isActive(leg) && to.includes(leg.id),
    )
  }

  reportDigit(leg: Leg, digit: string, by: DigitTransport): void {
    if (!leg.keyPresses.isNew(digit, by) || !leg.digitLimit.take(performance.now())) return
    this.emit(leg, { type: 'digit', digit })
    for (const player of this.all)
      if (player.player?.stopOnDigit && player.player.listeners.includes(leg.id))
        void this.remove(player, { reason: 'interrupted', sipAnswer: null })
  }

  /** Removes the players whose listeners have all left. */
  removeUnheardPlayers(): void {
    for (const player of this.all)
      if (player.player && this.select(player.player.listeners).length === 0)
        void this.remove(player, { reason: 'removed', sipAnswer: null })
  }

  add(kind: Leg['kind'], id: LegId, userId: UserId | null): Leg {
    const leg = createLeg(id, { kind, userId, owner: this })
    this.#legs.set(leg.id, leg)
    if (kind === 'browser') this.#startAbsenceTimer(leg)
    // Restarts the timer: the conference waits the full time for the leg that was added.
    if (kind !== 'player') {
      clearTimeout(this.#emptyTimer)
      this.#emptyTimer = undefined
    }
    this.#updateEmptyTimer()
    return leg
  }

  /** Adopts the active legs of another conference, where they leave with `merged`. Returns them. */
  adopt(from: ConferenceLegs): readonly Leg[] {
    const adopted = from.all.filter(isActive)
    for (const leg of adopted) {
      const { recordings } = leg
      from.emit(leg, { type: 'leg-left', reason: 'merged', sipAnswer: null, recordings: [...recordings] })
      from.#legs.delete(leg.id)
      recordings.length = 0
      leg.owner = this
      this.#legs.set(leg.id, leg)
      const isAbsent = leg.state === 'detached' || leg.state === 'arriving'
      if (leg.kind === 'browser' && isAbsent) this.#startAbsenceTimer(leg)
    }
    this.#updateEmptyTimer()
    return adopted
  }

  emit(leg: Leg, event: EventFields<LegEvent>): void {
    if (leg.state !== 'left') this.#options.emit({ ...event, legId: leg.id, at: Date.now() } as LegEvent)
  }

  join(leg: Leg): void {
    if (leg.state !== 'arriving') return
    leg.state = 'present'
    clearTimeout(leg.absenceTimer)
    this.#updateEmptyTimer()
    this.emit(leg, { type: 'leg-joined' })
  }

  /** Gives a browser that tries again to connect for the first time the full time for that. */
  restartAbsenceTimer(leg: Leg): void {
    if (leg.state === 'arriving') this.#startAbsenceTimer(leg)
  }

  /** Marks a detached browser as reconnected. */
  attach(leg: Leg): void {
    if (leg.state !== 'detached') return
    leg.state = 'present'
    clearTimeout(leg.absenceTimer)
    this.#updateEmptyTimer()
    this.emit(leg, { type: 'leg-reattached' })
  }

  /** Marks a browser as detached; the leg remains in the conference. */
  detach(leg: Leg): void {
    if (leg.kind !== 'browser' || leg.state !== 'present') return
    leg.state = 'detached'
    this.#startAbsenceTimer(leg)
    this.#updateEmptyTimer()
    this.emit(leg, { type: 'leg-detached' })
  }

  withholdRecording(leg: Leg): Promise<void> {
    return this.#options.withholdRecording(leg)
  }

  remove(leg: Leg, leaving: LeaveCause): Promise<void> {
    leg.leaving ??= this.#removeLeg(leg, leaving)
    return leg.leaving
  }

  async removeAll(leaving: LeaveCause): Promise<void> {
    clearTimeout(this.#emptyTimer)
    await Promise.all(this.all.map((leg) => this.remove(leg, leaving)))
    clearTimeout(this.#emptyTimer)
  }

  async #removeLeg(leg: Leg, { reason, sipAnswer, rejectReason = 'not-now' }: LeaveCause): Promise<void> {
    leg.state = 'leaving'
    clearTimeout(leg.absenceTimer)
    leg.waiting?.reject(rejectReason)
    void leg.phone?.hangUp(reason)

    await leg.mediaSetup
    const track = leg.hasMedia ? await this.#removeMedia(leg) : null

    // The leg leaves in any case: a conference with a leg that never leaves would never close.
    await this.#options.onRemoved(leg, track).catch((error) => this.#options.onError(leg, error))
    this.#legs.delete(leg.id)
    this.emit(leg, { type: 'leg-left', reason, sipAnswer, recordings: leg.recordings })
    leg.state = 'left'
    this.removeUnheardPlayers()
    this.#updateEmptyTimer()
  }

  async #removeMedia(leg: Leg): Promise<RecordedTrack | null> {
    const bound = setTimeout(() => leg.mediaRemoval.resolve(null), mediaRemovalTimeoutMs)
    // Nothing is left to remove when the process does not know the leg or has exited.
    const removed = this.#options.media().request({ command: 'remove-leg', legId: leg.id })
    removed.catch(() => leg.mediaRemoval.resolve(null))
    const track = await leg.mediaRemoval.promise
    clearTimeout(bound)
    return track
  }

  #startAbsenceTimer(leg: Leg): void {
    clearTimeout(leg.absenceTimer)
    const lost = () => void this.remove(leg, { reason: 'media-lost', sipAnswer: null })
    const { connectTimeoutMs, detachedTimeoutMs } = this.#options
    leg.absenceTimer = setTimeout(lost, leg.state === 'arriving' ? connectTimeoutMs : detachedTimeoutMs)
  }

  #updateEmptyTimer(): void {
    const isEmpty = this.all.every(
      (leg) =>
        leg.kind === 'player' ||
        leg.state === 'detached' ||
        (leg.kind === 'browser' && leg.state === 'arriving') ||
        !isActive(leg),
    )
    if (!isEmpty) {
      clearTimeout(this.#emptyTimer)
      this.#emptyTimer = undefined
    }
    if (isEmpty) this.#emptyTimer ??= setTimeout(this.#options.onEmpty, this.#options.detachedTimeoutMs)
  }
}

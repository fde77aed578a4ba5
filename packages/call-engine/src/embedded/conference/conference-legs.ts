import { randomUUID } from 'node:crypto'
import type { ConferenceEvent, LegEvent } from '../../conference-event.ts'
import type { LegId, UserId } from '../../identifiers.ts'
import { EngineError } from '../../port.ts'
import type { RecordedTrack } from '../media/protocol.ts'
import type { ConferenceMedia } from '../process/conference-media.ts'
import { createLeg, isActive, isJoined, type LeaveCause, type Leg } from './leg.ts'

/** How long to wait for the media process to confirm the removal of a leg. */
const mediaRemovalTimeoutMs = 3_000

type EventFields<E> = E extends LegEvent ? Omit<E, 'legId' | 'at'> : never

export interface ConferenceLegsOptions {
  readonly detachedTimeoutMs: number
  readonly media: () => ConferenceMedia
  readonly emit: (event: ConferenceEvent) => void
  /** The media process has removed a leg. Awaited before `leg-left` is emitted. */
  readonly onRemoved: (leg: Leg, track: RecordedTrack | null) => Promise<void>
  readonly onError: (leg: Leg, error: unknown) => void
  /** No leg has been connected for `detachedTimeoutMs`. */
  readonly onEmpty: () => void
}

/** The legs of a conference and their lifecycle: added, joined, detached, reattached, removed. */
export class ConferenceLegs {
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

  get all(): readonly Leg[] {
    return [...this.#legs.values()]
  }

  find(legId: LegId): Leg | undefined {
    return this.#legs.get(legId)
  }

  /** @throws {EngineError} `no-such-leg` */
  requireActive(legId: LegId): Leg {
    const leg = this.#legs.get(legId)
    if (!leg || !isActive(leg)) throw new EngineError('no-such-leg')
    return leg
  }

  /** Filters ids to legs that are still present (a leg may leave concurrently). */
  select(to: readonly LegId[] | 'everyone'): readonly Leg[] {
    return this.all.filter((leg) =>
      to === 'everyone' ? isJoined(leg) : isActive(leg) && to.includes(leg.id),
    )
  }

  add(kind: Leg['kind'], userId: UserId | null, id: LegId = randomUUID()): Leg {
    const leg = createLeg(id, { kind, userId })
    this.#legs.set(leg.id, leg)
    if (kind === 'browser') this.#startAbsenceTimer(leg)
    // Restarts the timer: the conference waits the full time for the leg that was added.
    clearTimeout(this.#emptyTimer)
    this.#emptyTimer = undefined
    this.#updateEmptyTimer()
    return leg
  }

  emit(leg: Leg, event: EventFields<LegEvent>): void {
    if (leg.state !== 'left') this.#options.emit({ ...event, legId: leg.id, at: Date.now() } as LegEvent)
  }

  /** Marks a leg as joined: a telephone was answered, or a browser's first audio arrived. */
  join(leg: Leg): void {
    if (leg.state !== 'arriving') return
    leg.state = 'present'
    clearTimeout(leg.reconnectTimer)
    this.#updateEmptyTimer()
    this.emit(leg, { type: 'leg-joined' })
  }

  /** Marks a detached browser as reconnected. */
  attach(leg: Leg): void {
    if (leg.state !== 'detached') return
    leg.state = 'present'
    clearTimeout(leg.reconnectTimer)
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

  /** Removes a leg and emits `leg-left` with the cause. Idempotent. Never rejects: timers call it too. */
  remove(leg: Leg, leaving: LeaveCause): Promise<void> {
    leg.leaving ??= this.#removeLeg(leg, leaving)
    return leg.leaving
  }

  async removeAll(leaving: LeaveCause): Promise<void> {
    clearTimeout(this.#emptyTimer)
    await Promise.all(this.all.map((leg) => this.remove(leg, leaving)))
    clearTimeout(this.#emptyTimer)
  }

  async #removeLeg(leg: Leg, { reason, sipAnswer }: LeaveCause): Promise<void> {
    leg.state = 'leaving'
    clearTimeout(leg.reconnectTimer)
    void leg.phone?.hangUp(reason)

    await leg.mediaSetup
    const bound = setTimeout(() => leg.mediaRemoval.resolve(null), mediaRemovalTimeoutMs)
    // Nothing is left to remove when the process does not know the leg or has exited.
    const removed = this.#options.media().request({ command: 'remove-leg', legId: leg.id })
    removed.catch(() => leg.mediaRemoval.resolve(null))
    const track = await leg.mediaRemoval.promise
    clearTimeout(bound)

    // The leg leaves in any case: a conference with a leg that never leaves would never close.
    await this.#options.onRemoved(leg, track).catch((error) => this.#options.onError(leg, error))
    this.#legs.delete(leg.id)
    this.emit(leg, { type: 'leg-left', reason, sipAnswer, recordings: leg.recordings })
    leg.state = 'left'
    this.#updateEmptyTimer()
  }

  #startAbsenceTimer(leg: Leg): void {
    clearTimeout(leg.reconnectTimer)
    const lost = () => void this.remove(leg, { reason: 'media-lost', sipAnswer: null })
    leg.reconnectTimer = setTimeout(lost, this.#options.detachedTimeoutMs)
  }

  #updateEmptyTimer(): void {
    const isEmpty = this.all.every(
      (leg) =>
        leg.state === 'detached' || (leg.kind === 'browser' && leg.state === 'arriving') || !isActive(leg),
    )
    if (!isEmpty) {
      clearTimeout(this.#emptyTimer)
      this.#emptyTimer = undefined
    }
    if (isEmpty) this.#emptyTimer ??= setTimeout(this.#options.onEmpty, this.#options.detachedTimeoutMs)
  }
}

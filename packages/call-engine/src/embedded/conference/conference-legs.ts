import { randomUUID } from 'node:crypto'
import type { ConferenceEvent, LegEvent } from '../../conference-event.ts'
import { EngineError, type LegId, type PersonId } from '../../port.ts'
import type { RecordedLane } from '../media/protocol.ts'
import type { MediaRoom } from '../process/media-room.ts'
import { createLeg, isIn, isStaying, type Leaving, type Leg } from './leg.ts'

/** How long to wait for the media process to confirm the removal of a leg. */
const mediaLeaveMs = 3_000

type Untold<E> = E extends LegEvent ? Omit<E, 'legId' | 'at'> : never

export interface ConferenceLegsOptions {
  readonly keepDetachedMs: number
  readonly room: () => MediaRoom
  readonly emit: (event: ConferenceEvent) => void
  /** The media process has removed a leg. Awaited before `leg-left` is emitted. */
  readonly onLetGo: (leg: Leg, track: RecordedLane | null) => Promise<void>
  /** No leg has been connected for `detachedTimeoutMs`. */
  readonly onDeserted: () => void
}

/** The legs of a conference and their lifecycle: added, joined, detached, reattached, removed. */
export class ConferenceLegs {
  readonly #options: ConferenceLegsOptions
  readonly #legs = new Map<LegId, Leg>()
  #emptyTimer: NodeJS.Timeout | undefined

  constructor(options: ConferenceLegsOptions) {
    this.#options = options
    this.#updateEmptyTimer()
  }

  get all(): readonly Leg[] {
    return [...this.#legs.values()]
  }

  find(legId: LegId): Leg | undefined {
    return this.#legs.get(legId)
  }

  /** @throws {EngineError} `no-such-leg` */
  staying(legId: LegId): Leg {
    const leg = this.#legs.get(legId)
    if (!leg || !isStaying(leg)) throw new EngineError('no-such-leg')
    return leg
  }

  /** Filters ids to legs that are still present (a leg may leave concurrently). */
  named(to: readonly LegId[] | 'everyone'): readonly Leg[] {
    return this.all.filter((leg) => (to === 'everyone' ? isIn(leg) : isStaying(leg) && to.includes(leg.id)))
  }

  admit(kind: Leg['kind'], person: PersonId | null): Leg {
    const leg = createLeg(randomUUID(), { kind, person })
    this.#legs.set(leg.id, leg)
    if (kind === 'browser') this.#startAbsenceTimer(leg)
    // Restarts the timer: the conference waits the full time for the leg that was added.
    clearTimeout(this.#emptyTimer)
    this.#emptyTimer = undefined
    this.#updateEmptyTimer()
    return leg
  }

  tell(leg: Leg, event: Untold<LegEvent>): void {
    if (leg.state !== 'left') this.#options.emit({ ...event, legId: leg.id, at: Date.now() } as LegEvent)
  }

  /** Marks a leg as joined: a telephone was answered, or a browser's first audio arrived. */
  join(leg: Leg): void {
    if (leg.state !== 'arriving') return
    leg.state = 'present'
    clearTimeout(leg.absenceTimer)
    this.#updateEmptyTimer()
    this.tell(leg, { type: 'leg-joined' })
  }

  /** Marks a detached browser as reconnected. */
  attach(leg: Leg): void {
    if (leg.state !== 'detached') return
    leg.state = 'present'
    clearTimeout(leg.absenceTimer)
    this.#updateEmptyTimer()
    this.tell(leg, { type: 'leg-reattached' })
  }

  /** Marks a browser as detached; the leg remains in the conference. */
  detach(leg: Leg): void {
    if (leg.kind !== 'browser' || leg.state !== 'present') return
    leg.state = 'detached'
    this.#startAbsenceTimer(leg)
    this.#updateEmptyTimer()
    this.tell(leg, { type: 'leg-detached' })
  }

  /** Removes a leg and emits `leg-left` with the cause. Idempotent. */
  leave(leg: Leg, leaving: Leaving): Promise<void> {
    leg.leaving ??= this.#removeLeg(leg, leaving)
    return leg.leaving
  }

  async leaveAll(leaving: Leaving): Promise<void> {
    clearTimeout(this.#emptyTimer)
    await Promise.all(this.all.map((leg) => this.leave(leg, leaving)))
    clearTimeout(this.#emptyTimer)
  }

  async #removeLeg(leg: Leg, { reason, sipAnswer }: Leaving): Promise<void> {
    leg.state = 'leaving'
    clearTimeout(leg.absenceTimer)
    void leg.phone?.hangUp(reason)

    await leg.entering
    const bound = setTimeout(() => leg.mediaLeft.resolve(null), mediaLeaveMs)
    // Nothing is left to remove when the process does not know the leg or has exited.
    const removed = this.#options.room().ask({ command: 'remove-leg', legId: leg.id })
    removed.catch(() => leg.mediaLeft.resolve(null))
    const track = await leg.mediaLeft.promise
    clearTimeout(bound)

    await this.#options.onLetGo(leg, track)
    this.#legs.delete(leg.id)
    this.tell(leg, { type: 'leg-left', reason, sipAnswer, recordings: leg.recordings })
    leg.state = 'left'
    this.#updateEmptyTimer()
  }

  #startAbsenceTimer(leg: Leg): void {
    clearTimeout(leg.absenceTimer)
    const lost = () => void this.leave(leg, { reason: 'media-lost', sipAnswer: null })
    leg.absenceTimer = setTimeout(lost, this.#options.keepDetachedMs)
  }

  #updateEmptyTimer(): void {
    const isEmpty = this.all.every(
      (leg) =>
        leg.state === 'detached' || (leg.kind === 'browser' && leg.state === 'arriving') || !isStaying(leg),
    )
    if (!isEmpty) {
      clearTimeout(this.#emptyTimer)
      this.#emptyTimer = undefined
    }
    if (isEmpty) this.#emptyTimer ??= setTimeout(this.#options.onDeserted, this.#options.keepDetachedMs)
  }
}

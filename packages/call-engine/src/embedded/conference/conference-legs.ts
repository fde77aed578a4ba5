import { randomUUID } from 'node:crypto'
import type { ConferenceEvent, LegEvent } from '../../conference-event.ts'
import { EngineError, type LegId, type PersonId } from '../../port.ts'
import type { RecordedLane } from '../media/protocol.ts'
import type { MediaRoom } from '../process/media-room.ts'
import { createLeg, isIn, isStaying, type Leaving, type Leg } from './leg.ts'

/** A media process that does not say within this time that it let a leg go is not waited for. */
const mediaLeaveMs = 3_000

type Untold<E> = E extends LegEvent ? Omit<E, 'legId' | 'at'> : never

export interface ConferenceLegsOptions {
  readonly keepDetachedMs: number
  readonly room: () => MediaRoom
  readonly emit: (event: ConferenceEvent) => void
  /** The media process has let a leg go; the last thing before it says that it left. */
  readonly onLetGo: (leg: Leg, lane: RecordedLane | null) => Promise<void>
  /** Nobody has been in the conference for `keepDetachedMs`. */
  readonly onDeserted: () => void
}

/** Who is in a conference: how each leg comes, is lost, comes back and leaves. */
export class ConferenceLegs {
  readonly #options: ConferenceLegsOptions
  readonly #legs = new Map<LegId, Leg>()
  #desertedTimer: NodeJS.Timeout | undefined

  constructor(options: ConferenceLegsOptions) {
    this.#options = options
    this.#watch()
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

  /** Those of these that are here. Whoever names several legs cannot know that one of them is just leaving. */
  named(to: readonly LegId[] | 'everyone'): readonly Leg[] {
    return this.all.filter((leg) => (to === 'everyone' ? isIn(leg) : isStaying(leg) && to.includes(leg.id)))
  }

  admit(kind: Leg['kind'], person: PersonId | null): Leg {
    const leg = createLeg(randomUUID(), { kind, person })
    this.#legs.set(leg.id, leg)
    if (kind === 'browser') this.#awaitBrowser(leg)
    // Whoever is awaited is waited for as long as anybody; only then is the conference deserted.
    clearTimeout(this.#desertedTimer)
    this.#desertedTimer = undefined
    this.#watch()
    return leg
  }

  tell(leg: Leg, event: Untold<LegEvent>): void {
    if (leg.state !== 'left') this.#options.emit({ ...event, legId: leg.id, at: Date.now() } as LegEvent)
  }

  /** A telephone was answered, or a browser's first audio is here. */
  join(leg: Leg): void {
    if (leg.state !== 'arriving') return
    leg.state = 'present'
    clearTimeout(leg.absenceTimer)
    this.#watch()
    this.tell(leg, { type: 'leg-joined' })
  }

  /** A browser's audio is back. */
  attach(leg: Leg): void {
    if (leg.state !== 'detached') return
    leg.state = 'present'
    clearTimeout(leg.absenceTimer)
    this.#watch()
    this.tell(leg, { type: 'leg-reattached' })
  }

  /** A browser's audio is gone; its place is kept. */
  detach(leg: Leg): void {
    if (leg.kind !== 'browser' || leg.state !== 'present') return
    leg.state = 'detached'
    this.#awaitBrowser(leg)
    this.#watch()
    this.tell(leg, { type: 'leg-detached' })
  }

  /** Puts one leg out and tells what became of it, once, however often it is asked. */
  leave(leg: Leg, leaving: Leaving): Promise<void> {
    leg.leaving ??= this.#letGo(leg, leaving)
    return leg.leaving
  }

  async leaveAll(leaving: Leaving): Promise<void> {
    clearTimeout(this.#desertedTimer)
    await Promise.all(this.all.map((leg) => this.leave(leg, leaving)))
    clearTimeout(this.#desertedTimer)
  }

  async #letGo(leg: Leg, { reason, sipAnswer }: Leaving): Promise<void> {
    leg.state = 'leaving'
    clearTimeout(leg.absenceTimer)
    void leg.phone?.hangUp(reason)

    await leg.entering
    const bound = setTimeout(() => leg.mediaLeft.resolve(null), mediaLeaveMs)
    // A leg that the process does not know, or a process that is gone, has nothing to let go.
    const removed = this.#options.room().ask({ command: 'remove-leg', legId: leg.id })
    removed.catch(() => leg.mediaLeft.resolve(null))
    const lane = await leg.mediaLeft.promise
    clearTimeout(bound)

    await this.#options.onLetGo(leg, lane)
    this.#legs.delete(leg.id)
    this.tell(leg, { type: 'leg-left', reason, sipAnswer, recordings: leg.recordings })
    leg.state = 'left'
    this.#watch()
  }

  #awaitBrowser(leg: Leg): void {
    clearTimeout(leg.absenceTimer)
    const lost = () => void this.leave(leg, { reason: 'media-lost', sipAnswer: null })
    leg.absenceTimer = setTimeout(lost, this.#options.keepDetachedMs)
  }

  #watch(): void {
    const isDeserted = this.all.every(
      (leg) =>
        leg.state === 'detached' || (leg.kind === 'browser' && leg.state === 'arriving') || !isStaying(leg),
    )
    if (!isDeserted) {
      clearTimeout(this.#desertedTimer)
      this.#desertedTimer = undefined
    }
    if (isDeserted) this.#desertedTimer ??= setTimeout(this.#options.onDeserted, this.#options.keepDetachedMs)
  }
}

import {
  linkActiveCalls,
  listConnectedCalls,
  listHeardThrough,
  type StoredCall,
} from '../../call-log/index.ts'
import { type CallLeg, getParticipantKey, hasEmergencyService } from '../../call-state/index.ts'
import type { CallConference } from '../parts/call-conference.ts'
import type { CallDeps } from '../parts/call-deps.ts'
import type { CallRecord } from '../parts/call-record.ts'
import type { ReleasedRecording } from './released-recording.ts'

/** The participants of connected calls at one time. */
interface Audience {
  readonly includesEmergencyService: boolean
  /** Those whom each leg of the call connects, by its id. */
  readonly participantsByLegId: ReadonlyMap<string, readonly CallLeg[]>
}

/**
 * The participants who have heard the announcement of a recording: of its call, and of connected calls, who are heard
 * through legs that stand for members. The recording is withheld, so that silence is written, while such a leg is
 * recorded and a participant whom it connects has not heard the announcement.
 */
export class InformedParticipants {
  readonly #deps: CallDeps
  readonly #record: CallRecord
  readonly #conference: CallConference
  /** Ids of the legs of the call. */
  readonly #legIds = new Set<string>()
  /** The participants of connected calls: users, and legs of telephones. */
  readonly #linked = new Set<string>()
  /** Those who have heard an announcement since it began, by the id of the leg to which it is played. */
  readonly #listeners = new Map<string, Set<string>>()
  #isWithheld = false

  constructor(deps: CallDeps, record: CallRecord, conference: CallConference) {
    this.#deps = deps
    this.#record = record
    this.#conference = conference
  }

  /** Whether silence is written. */
  get isWithheld(): boolean {
    return this.#isWithheld
  }

  /** Whether an emergency service takes part in a connected call. */
  get includeEmergencyService(): boolean {
    return this.#findAudience(undefined, []).includesEmergencyService
  }

  hasLeg(legId: string): boolean {
    return this.#legIds.has(legId)
  }

  addLegs(legIds: readonly string[]): void {
    for (const legId of legIds) this.#legIds.add(legId)
  }

  removeLeg(legId: string): void {
    this.#legIds.delete(legId)
  }

  /** Returns whom {@link adopt} adds to those of another call. */
  release(): Pick<ReleasedRecording, 'announcedLegIds' | 'linked'> {
    return { announcedLegIds: [...this.#legIds], linked: [...this.#linked] }
  }

  adopt({ announcedLegIds, linked }: ReturnType<InformedParticipants['release']>): void {
    this.addLegs(announcedLegIds)
    for (const key of linked) this.#linked.add(key)
  }

  clear(): void {
    this.#legIds.clear()
    this.#linked.clear()
    this.#listeners.clear()
    this.#isWithheld = false
  }

  /**
   * Withholds the recording if a participant of a connected call has not heard the announcement, or is an emergency
   * service. `changed`: a call with a change that is about to happen.
   */
  async withhold(changed?: StoredCall): Promise<void> {
    await this.#withhold(this.#findAudience(changed))
  }

  /**
   * Withholds the recording, or continues it when all participants have heard the announcement. Returns the recorded legs
   * to which it must be played again.
   */
  async review(): Promise<string[]> {
    const audience = this.#findAudience()
    this.#clearAbsent(audience)
    await this.#withhold(audience)
    // Calls may have changed meanwhile.
    const current = this.#findAudience()
    if (this.#isWithheld && !this.#requireSilence(current)) {
      this.#isWithheld = false
      if (this.#record.state.recordingState === 'on')
        await this.#conference.current?.setRecordingPaused('resumed')
    }
    return this.#listUninformed(current).filter((legId) => !this.#listeners.has(legId))
  }

  /** Marks the beginning of an announcement to legs. */
  beginAnnouncement(legIds: readonly string[]): void {
    const { participantsByLegId } = this.#findAudience(undefined, legIds)
    for (const legId of legIds)
      this.#listeners.set(legId, new Set(participantsByLegId.get(legId)?.map(getParticipantKey)))
  }

  /** Marks those who have heard the announcement to a leg from its beginning to its end. */
  endAnnouncement(legId: string): void {
    for (const key of this.#listeners.get(legId) ?? []) this.#linked.add(key)
    this.#listeners.delete(legId)
  }

  /** Clears that the former party of a telephone in a connected call has heard announcements. */
  clearReplaced(legId: string): void {
    this.#linked.delete(legId)
    for (const keys of this.#listeners.values()) keys.delete(legId)
  }

  async #withhold(audience: Audience): Promise<void> {
    if (this.#isWithheld || !this.#requireSilence(audience)) return
    this.#isWithheld = true
    await this.#conference.current?.setRecordingPaused('paused').catch((error) => {
      this.#isWithheld = false
      throw error
    })
  }

  /** Removes those who have stopped hearing the announcements that are being played. */
  #clearAbsent({ participantsByLegId }: Audience): void {
    for (const [legId, keys] of this.#listeners) {
      const present = new Set(participantsByLegId.get(legId)?.map(getParticipantKey))
      for (const key of keys) if (!present.has(key)) keys.delete(key)
    }
  }

  #requireSilence(audience: Audience): boolean {
    return audience.includesEmergencyService || this.#listUninformed(audience).length > 0
  }

  #listUninformed({ participantsByLegId }: Audience): string[] {
    return [...this.#legIds].filter((legId) =>
      participantsByLegId.get(legId)?.some((leg) => !this.#linked.has(getParticipantKey(leg))),
    )
  }

  /** Finds the participants of connected calls: the calls are linked once, however many legs are recorded. */
  #findAudience(
    changed?: StoredCall,
    legIds: readonly string[] = [...this.#legIds, ...this.#listeners.keys()],
  ): Audience {
    const call = changed?.id === this.#record.id ? changed : this.#record.stored
    const links = linkActiveCalls(this.#deps, changed)
    const required = new Set(legIds)
    const legs = call.state.legs.filter(({ id }) => required.has(id))
    return {
      includesEmergencyService: listConnectedCalls(call, links).some(({ state }) =>
        hasEmergencyService(state),
      ),
      participantsByLegId: new Map(legs.map((leg) => [leg.id, listHeardThrough(call, leg, links)])),
    }
  }
}

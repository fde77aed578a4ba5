import {
  linkActiveCalls,
  listConnectedCalls,
  listHeardThrough,
  type StoredCall,
} from '../../call-log/index.ts'
import { type CallLeg, hasEmergencyService } from '../../call-state/index.ts'
import type { CallConference } from '../parts/call-conference.ts'
import type { CallDeps } from '../parts/call-deps.ts'
import type { CallRecord } from '../parts/call-record.ts'
import type { ReleasedRecording } from './released-recording.ts'

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
    return this.#isWithEmergencyService()
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
    if (this.#isWithheld || !this.#requireSilence(changed)) return
    this.#isWithheld = true
    await this.#conference.current?.setRecordingPaused('paused').catch((error) => {
      this.#isWithheld = false
      throw error
    })
  }

  /**
   * Withholds the recording, or continues it when all participants have heard the announcement. Returns the recorded legs
   * to which it must be played again: not while another number answers there.
   */
  async review(): Promise<string[]> {
    this.#forgetAbsent()
    await this.withhold()
    if (this.#isWithheld && !this.#requireSilence()) {
      this.#isWithheld = false
      if (this.#record.state.recordingState === 'on')
        await this.#conference.current?.setRecordingPaused('resumed')
    }
    return this.#listUninformed().filter(
      (legId) => !this.#listeners.has(legId) && this.#listHeard(legId).every(isJoined),
    )
  }

  /** Marks the beginning of an announcement to a leg. */
  beginAnnouncement(legId: string): void {
    this.#listeners.set(legId, new Set(this.#listHeard(legId).filter(isJoined).map(toKey)))
  }

  /** Marks those who have heard the announcement to a leg from its beginning to its end. */
  endAnnouncement(legId: string): void {
    for (const key of this.#listeners.get(legId) ?? []) this.#linked.add(key)
    this.#listeners.delete(legId)
  }

  /** Forgets what the former party of a telephone in a connected call has heard. */
  forget(legId: string): void {
    this.#linked.delete(legId)
    for (const keys of this.#listeners.values()) keys.delete(legId)
  }

  /** Forgets who has stopped hearing the announcements that are being played. */
  #forgetAbsent(): void {
    for (const [legId, keys] of this.#listeners) {
      const present = new Set(this.#listHeard(legId).map(toKey))
      for (const key of keys) if (!present.has(key)) keys.delete(key)
    }
  }

  #requireSilence(changed?: StoredCall): boolean {
    return this.#isWithEmergencyService(changed) || this.#listUninformed(changed).length > 0
  }

  #isWithEmergencyService(changed?: StoredCall): boolean {
    const connected = listConnectedCalls(this.#find(changed), linkActiveCalls(this.#deps, changed))
    return connected.some(({ state }) => hasEmergencyService(state))
  }

  #listUninformed(changed?: StoredCall): string[] {
    return [...this.#legIds].filter((legId) =>
      this.#listHeard(legId, changed).some((leg) => !this.#linked.has(toKey(leg))),
    )
  }

  #listHeard(legId: string, changed?: StoredCall): CallLeg[] {
    const call = this.#find(changed)
    const leg = call.state.legs.find(({ id }) => id === legId)
    return leg ? listHeardThrough(call, leg, linkActiveCalls(this.#deps, changed)) : []
  }

  #find(changed: StoredCall | undefined): StoredCall {
    return changed?.id === this.#record.id ? changed : this.#record.stored
  }
}

/** A user who moves to another tab has heard what was announced in the first one. */
function toKey({ id, kind, userId }: CallLeg): string {
  return kind === 'browser' && userId !== null ? userId : id
}

function isJoined({ state }: CallLeg): boolean {
  return state === 'joined'
}

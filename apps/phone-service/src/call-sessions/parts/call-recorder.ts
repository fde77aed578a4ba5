import type { LeaveReason, StartedRecording } from '@parley/call-engine'
import { PhoneError, type RecordingState } from '@parley/contract/phone'
import type { StoredCall } from '../../call-log/index.ts'
import { isEmergencyService, isRecording, isRecordingActive } from '../../call-state/index.ts'
import { requireRecordingSpace } from '../../recordings/index.ts'
import { InformedParticipants } from '../recording/informed-participants.ts'
import { LinkedPauses } from '../recording/linked-pauses.ts'
import { listRecordableLegs } from '../recording/recordable-legs.ts'
import { RecordingAnnouncements } from '../recording/recording-announcements.ts'
import type { ReleasedRecording } from '../recording/released-recording.ts'
import { clearTimer, createSpaceTimer, setTimer, timerNames } from '../timers/timer-data.ts'
import type { CallConference } from './call-conference.ts'
import type { CallDeps } from './call-deps.ts'
import type { CallRecord } from './call-record.ts'

/**
 * Records a call session. Participants are recorded after they have heard the announcement; no audio is
 * written before. Its methods run in the queue of the session.
 */
export class CallRecorder {
  readonly #deps: CallDeps
  readonly #record: CallRecord
  readonly #conference: CallConference
  readonly #announcements: RecordingAnnouncements
  /** Those who have heard the announcement of the current recording. */
  readonly #informed: InformedParticipants
  readonly linkedPauses: LinkedPauses
  /** Incremented for each recording, so that the end of an outdated announcement has no effect. */
  #generation = 0
  #isScheduled: boolean

  constructor(
    deps: CallDeps,
    record: CallRecord,
    conference: CallConference,
    schedule: 'on-answer' | 'never',
  ) {
    this.#deps = deps
    this.#record = record
    this.#conference = conference
    this.#announcements = new RecordingAnnouncements(deps, record, conference)
    this.#informed = new InformedParticipants(deps, record, conference)
    this.linkedPauses = new LinkedPauses(deps, record)
    this.#isScheduled = schedule === 'on-answer'
  }

  /** Whether recording starts when the call is answered. */
  get isScheduled(): boolean {
    return this.#isScheduled
  }

  /**
   * Starts recording, now or when the call is answered.
   *
   * @throws {PhoneError} `RECORDING_LIMIT_REACHED`, `RECORDING_QUOTA_REACHED`, `RECORDING_DISK_FULL`,
   * `EMERGENCY_CALL_NOT_RECORDED`
   */
  async startOrSchedule(): Promise<void> {
    const { recordings, stored } = this.#record
    const { workspaceId, state, number } = stored
    if (this.isActive) return
    const isEmergencyCall = state.legs.some((leg) => leg.number === number && isEmergencyService(leg))
    if (isEmergencyCall || this.#informed.includeEmergencyService)
      throw new PhoneError('EMERGENCY_CALL_NOT_RECORDED')
    if (await recordings.exceedsLimit(listRecordableLegs(state)))
      throw new PhoneError('RECORDING_LIMIT_REACHED')
    await requireRecordingSpace(this.#deps, workspaceId)
    if (state.answeredAt === null) this.#isScheduled = true
    else await this.start()
  }

  /**
   * Plays the announcement to all participants and, when it has ended, records those who heard it. No-op
   * while a recording is on or being announced, and while an emergency service is connected with the call. Without
   * space, it fails. During a consultation, it begins paused.
   */
  async start(): Promise<void> {
    if (this.isActive) return
    this.#reset()
    if (this.#informed.includeEmergencyService) return
    // An outage of the database is no lack of space. While it is recorded, the space is checked again.
    const problem = await this.#record.recordings.findSpaceProblem().catch(() => null)
    if (problem) return await this.#applyState('no-space')
    await this.#applyState('announcing')
    await this.#announce(listRecordableLegs(this.#record.state))
  }

  /** Plays the announcement to a leg that joins during a recording, and records the leg afterwards. */
  async announceToLateJoiner(legId: string): Promise<void> {
    if (!this.isActive || this.#informed.hasLeg(legId)) return
    if (listRecordableLegs(this.#record.state).includes(legId)) await this.#announce([legId])
  }

  /** Withholds the recording before new participants of connected calls are heard. Does not wait for earlier changes. */
  async withhold(changed: StoredCall, replacedLegId?: string): Promise<void> {
    if (replacedLegId !== undefined) this.#informed.clearReplaced(replacedLegId)
    if (this.isActive) await this.#informed.withhold(changed)
  }

  /** Announces the recording to new participants of connected calls, or stops it when one is an emergency service. */
  async announceToLinked(): Promise<void> {
    if (!this.isActive) return
    if (this.#informed.includeEmergencyService) return await this.stop()
    const legIds = await this.#informed.review()
    if (legIds.length > 0) await this.#announce(legIds)
  }

  /** Records the legs of an announcement when its last player has left. No-op for other players. */
  async onPlayerLeft(playerId: string, reason: LeaveReason): Promise<void> {
    const finished = await this.#announcements.onPlayerLeft(playerId, reason)
    if (!finished) return
    const { legIds, generation, hasFailed } = finished
    if (hasFailed) return await this.#onAnnouncementFailed(generation, reason)
    if (generation !== this.#generation) return
    const unrecorded = legIds.filter((legId) => !this.#informed.hasLeg(legId))
    for (const legId of legIds) this.#informed.endAnnouncement(legId)
    await this.#recordAnnounced(unrecorded, generation).catch(async (error) => {
      this.#deps.log.error('recording.start_failed', { callId: this.#record.id, error })
      // Without the audio of a participant who has joined, it would be mistaken for a complete recording.
      await this.abort(this.#deps.now().getTime())
      await this.#markFailed(generation)
    })
    await this.announceToLinked()
  }

  /** Plays the announcement to the new party of a leg. The engine has stopped recording the leg. */
  async onLegReplaced(legId: string, replacements: number): Promise<void> {
    this.#informed.removeLeg(legId)
    await this.#announcements.onLegReplaced(legId, replacements)
    await this.announceToLateJoiner(legId)
  }

  /** How often another call has replaced that of each leg, by leg id. */
  get replacements(): Readonly<Record<string, number>> {
    return this.#announcements.replacements
  }

  /**
   * Continues the recording of a call whose recorder is released, or of this one: the legs that have heard the
   * announcement are recorded further, and the others after they have heard it.
   */
  async adopt(released: ReleasedRecording): Promise<void> {
    this.#announcements.adopt(released.replacements)
    this.#informed.adopt(released)
    if (!this.isActive && !released.wasActive) return
    if (released.wasPausedByUser) this.linkedPauses.overrule('pause')
    if (released.wasPaused) await this.#setPaused('paused')
    else if (!this.isActive) await this.#applyState('announcing')
    const joined = listRecordableLegs(this.#record.state)
    const isAnnounced = (legId: string) => this.#informed.hasLeg(legId)
    await this.#recordAnnounced(joined.filter(isAnnounced), this.#generation)
    await this.#announce(joined.filter((legId) => !isAnnounced(legId)))
  }

  /** Stops the recording of a call that is merged into another one, where it continues. */
  async release(): Promise<ReleasedRecording> {
    const released = {
      wasActive: this.isActive,
      ...this.linkedPauses.release(),
      replacements: this.replacements,
      ...this.#informed.release(),
    }
    await this.stop()
    return released
  }

  /** Writes silence, or resumes the recording. @throws {PhoneError} `NOT_RECORDING`, `ENGINE_UNAVAILABLE` */
  async setPaused(state: 'paused' | 'resumed'): Promise<void> {
    if (!isRecording(this.#record.state)) throw new PhoneError('NOT_RECORDING')
    await this.#setPaused(state).catch((error) => {
      this.#deps.log.error('recording.pause_failed', { callId: this.#record.id, state, error })
      throw new PhoneError('ENGINE_UNAVAILABLE')
    })
  }

  /** Stops recording. Existing audio is kept. */
  async stop(): Promise<void> {
    const before = this.#record.state
    const wasActive = this.isActive
    this.#reset()
    if (!wasActive) return
    if (isRecording(before)) await this.#finalizeFiles()
    await this.#applyState(this.#record.recordings.isEmpty ? 'off' : 'stopped')
  }

  /**
   * Aborts a recording when one of its tracks cannot be written any more, because a recording without one
   * side would be mistaken for a complete one. Existing audio is kept. No-op when no recording is on.
   */
  async abort(at: number): Promise<void> {
    if (!isRecording(this.#record.state)) return
    this.#reset()
    const problem = await this.#record.recordings.findSpaceProblem().catch(() => null)
    // Before the files are closed, because closing them on a failing disk may fail too.
    await this.#applyState(problem ? 'no-space' : 'failed', at)
    await this.#finalizeFiles()
    await this.#record.publish()
  }

  /** Aborts the recording before it fills the disk, and when it exceeds the quota of its workspace. */
  async checkSpace(): Promise<void> {
    try {
      await this.#record.recordings.saveSizes()
      if (await this.#record.recordings.findSpaceProblem()) await this.abort(this.#deps.now().getTime())
    } finally {
      if (isRecording(this.#record.state)) this.#record.changeTimers([setTimer(createSpaceTimer())])
    }
  }

  /** Saves a recording, unless it was saved before: the engine begins those of legs that return by itself. */
  async onStarted(started: StartedRecording): Promise<void> {
    const record = this.#record
    if ((await record.recordings.saveStarted([started])) === 0 || record.hasEnded) return
    if (await this.#record.recordings.exceedsLimit([])) await this.abort(this.#deps.now().getTime())
    await record.save()
    await record.publish()
  }

  /** Whether a recording is on, paused or being announced. */
  get isActive(): boolean {
    return isRecordingActive(this.#record.state)
  }

  async #setPaused(state: 'paused' | 'resumed'): Promise<void> {
    const isSilent = state === 'paused' || this.#informed.isWithheld
    await this.#conference.require().setRecordingPaused(isSilent ? 'paused' : 'resumed')
    await this.#applyState(state === 'paused' ? 'paused' : 'on')
  }

  #reset(): void {
    this.#isScheduled = false
    this.#generation += 1
    this.#informed.clear()
    this.linkedPauses.clear()
  }

  async #applyState(state: RecordingState, at = this.#deps.now().getTime()): Promise<void> {
    const isOn = isRecording({ recordingState: state })
    const timer = isOn ? setTimer(createSpaceTimer()) : clearTimer(timerNames.recordingSpace)
    const isConcerned = isOn || isRecording(this.#record.state)
    await this.#record.apply({ type: 'recording', at, state }, isConcerned ? [timer] : [])
  }

  async #finalizeFiles(): Promise<void> {
    for (const { file } of (await this.#conference.current?.stopRecording()) ?? [])
      await this.#record.recordings.saveFinished(file)
  }

  async #announce(legIds: readonly string[]): Promise<void> {
    const generation = this.#generation
    this.#informed.beginAnnouncement(legIds)
    await this.#announcements
      .play(legIds, generation)
      .catch((error) => this.#onAnnouncementFailed(generation, error))
  }

  async #onAnnouncementFailed(generation: number, error: unknown): Promise<void> {
    this.#deps.log.error('recording.announcement_failed', { callId: this.#record.id, error })
    await this.#markFailed(generation)
    // It would be silent to its end.
    if (this.#informed.isWithheld) await this.abort(this.#deps.now().getTime())
  }

  /** Marks a recording as failed that could not be announced or started. The user may retry. */
  async #markFailed(generation: number): Promise<void> {
    if (generation !== this.#generation || this.#record.state.recordingState !== 'announcing') return
    this.#reset()
    // It may have begun, without being saved.
    await this.#finalizeFiles().catch((error) =>
      this.#deps.log.error('recording.stop_failed', { callId: this.#record.id, error }),
    )
    await this.#applyState('failed')
  }

  async #recordAnnounced(legIds: readonly string[], generation: number): Promise<void> {
    if (generation !== this.#generation || this.#record.hasEnded) return
    const legs = listRecordableLegs(this.#record.state).filter((id) => legIds.includes(id))
    this.#informed.addLegs(legs)
    const conference = this.#conference.current
    if (!conference || legs.length === 0) return
    if (await this.#record.recordings.exceedsLimit(legs)) {
      await this.abort(this.#deps.now().getTime())
      return await this.#markFailed(this.#generation)
    }
    const directory = this.#deps.recordingStorage.spoolDirectory
    const begins = !isRecording(this.#record.state)
    const beginsPaused = begins && this.linkedPauses.beginPaused()
    // Before it begins: no audio of the time until it is paused is written.
    if (begins)
      await conference.setRecordingPaused(beginsPaused || this.#informed.isWithheld ? 'paused' : 'resumed')
    await this.#informed.withhold()
    const started = await conference.startRecording({ legs, directory, replacements: this.replacements })
    await this.#record.recordings.saveStarted(started)
    if (beginsPaused) await this.linkedPauses.resumeAfterConsultation()
    if (begins) await this.#applyState(beginsPaused ? 'paused' : 'on')
    await this.#record.save()
    // A late joiner does not change the recording state, so the event above publishes nothing.
    await this.#record.publish()
  }
}

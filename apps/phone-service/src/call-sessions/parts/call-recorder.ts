import type { LeaveReason, StartedRecording } from '@parley/call-engine'
import { PhoneError, type RecordingState } from '@parley/contract/phone'
import { isEmergencyService, isRecording, maxRecordings } from '../../call-state/index.ts'
import {
  countRecordings,
  findSpaceProblem,
  requireRecordingSpace,
  saveWrittenSizes,
} from '../../recordings/index.ts'
import { listRecordableLegs } from '../recording/recordable-legs.ts'
import { RecordingAnnouncements } from '../recording/recording-announcements.ts'
import type { ReleasedRecording } from '../recording/released-recording.ts'
import { clearTimer, setTimer, spaceTimer } from '../timers/timer-data.ts'
import { pauseForConsultation } from '../transfers/consultation-rules.ts'
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
  /** Ids of the legs that have heard the announcement of the current recording. */
  readonly #announcedLegs = new Set<string>()
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
    const { workspaceId, state, number } = this.#record.stored
    if (this.#isActive) return
    if (isEmergencyService(number)) throw new PhoneError('EMERGENCY_CALL_NOT_RECORDED')
    if (await this.#exceedsLimit(listRecordableLegs(this.#record.state)))
      throw new PhoneError('RECORDING_LIMIT_REACHED')
    await requireRecordingSpace(this.#deps, workspaceId)
    if (state.answeredAt === null) this.#isScheduled = true
    else await this.start()
  }

  /**
   * Plays the announcement to all participants and, when it has ended, records those who heard it. No-op
   * while a recording is on or being announced. Without space, it fails. During a consultation, it begins paused.
   */
  async start(): Promise<void> {
    if (this.#isActive) return
    this.#reset()
    // An outage of the database is no lack of space. While it is recorded, the space is checked again.
    if (await this.#findSpaceProblem().catch(() => null)) return await this.#applyState('no-space')
    await this.#applyState('announcing')
    await this.#announce(listRecordableLegs(this.#record.state))
  }

  /** Plays the announcement to a leg that joins during a recording, and records the leg afterwards. */
  async announceToLateJoiner(legId: string): Promise<void> {
    if (!this.#isActive || this.#announcedLegs.has(legId)) return
    if (listRecordableLegs(this.#record.state).includes(legId)) await this.#announce([legId])
  }

  /** Records the legs of an announcement when its last player has left. No-op for other players. */
  async onPlayerLeft(playerId: string, reason: LeaveReason): Promise<void> {
    const finished = this.#announcements.onPlayerLeft(playerId, reason)
    if (!finished) return
    const { legIds, generation, hasFailed } = finished
    if (hasFailed) {
      this.#deps.log.error('recording.announcement_failed', { callId: this.#record.id, reason })
      return await this.#markFailed(generation)
    }
    await this.#recordAnnounced(legIds, generation).catch(async (error) => {
      this.#deps.log.error('recording.start_failed', { callId: this.#record.id, error })
      // Without the audio of a participant who has joined, it would be mistaken for a complete recording.
      await this.abort(this.#deps.now().getTime())
      await this.#markFailed(generation)
    })
  }

  /** Plays the announcement to the new party of a leg. The engine has stopped recording the leg. */
  async onLegReplaced(legId: string, replacements: number): Promise<void> {
    this.#announcedLegs.delete(legId)
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
    for (const legId of released.announcedLegIds) this.#announcedLegs.add(legId)
    if (!this.#isActive && !released.wasActive) return
    if (released.wasPaused) await this.#setPaused('paused')
    else if (!this.#isActive) await this.#applyState('announcing')
    const joined = listRecordableLegs(this.#record.state)
    const isAnnounced = (legId: string) => this.#announcedLegs.has(legId)
    await this.#recordAnnounced(joined.filter(isAnnounced), this.#generation)
    await this.#announce(joined.filter((legId) => !isAnnounced(legId)))
  }

  /** Stops the recording of a call that is merged into another one, where it continues. */
  async release(): Promise<ReleasedRecording> {
    const released = {
      wasActive: this.#isActive,
      wasPaused: this.#isPaused,
      announcedLegIds: [...this.#announcedLegs],
      replacements: this.replacements,
    }
    await this.stop()
    return released
  }

  /**
   * Pauses the recording, so that silence is written, or resumes it.
   *
   * @throws {PhoneError} `NOT_RECORDING`, `ENGINE_UNAVAILABLE`
   */
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
    const wasActive = this.#isActive
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
    const problem = await this.#findSpaceProblem().catch(() => null)
    // Before the files are closed, because closing them on a failing disk may fail too.
    await this.#applyState(problem ? 'no-space' : 'failed', at)
    await this.#finalizeFiles()
    await this.#record.publish()
  }

  async #findSpaceProblem() {
    return await findSpaceProblem(this.#deps, this.#record.stored.workspaceId)
  }

  /** Returns whether the call would have too many recordings with one more of each of these legs. */
  async #exceedsLimit(legIds: readonly string[]): Promise<boolean> {
    return (await countRecordings(this.#deps.database, this.#record.id)) + legIds.length > maxRecordings
  }

  /** Aborts the recording before it fills the disk, and when it exceeds the quota of its workspace. */
  async checkSpace(): Promise<void> {
    try {
      await this.#record.recordings.save()
      await saveWrittenSizes(this.#deps, this.#record.id)
      if (await this.#findSpaceProblem()) await this.abort(this.#deps.now().getTime())
    } finally {
      if (isRecording(this.#record.state)) this.#record.changeTimers([setTimer(spaceTimer)])
    }
  }

  /** Saves a recording, unless it was saved before: the engine begins those of legs that return by itself. */
  async onStarted(started: StartedRecording): Promise<void> {
    const record = this.#record
    if ((await record.recordings.saveStarted([started])) === 0 || record.hasEnded) return
    if (await this.#exceedsLimit([])) await this.abort(this.#deps.now().getTime())
    await record.save()
    await record.publish()
  }

  get #isActive(): boolean {
    return isRecording(this.#record.state) || this.#record.state.recordingState === 'announcing'
  }

  get #isPaused(): boolean {
    return this.#record.state.recordingState === 'paused'
  }

  async #setPaused(state: 'paused' | 'resumed'): Promise<void> {
    await this.#conference.require().setRecordingPaused(state)
    await this.#applyState(state === 'paused' ? 'paused' : 'on')
  }

  #reset(): void {
    this.#isScheduled = false
    this.#generation += 1
    this.#announcedLegs.clear()
  }

  async #applyState(state: RecordingState, at = this.#deps.now().getTime()): Promise<void> {
    const isOn = isRecording({ recordingState: state })
    const timer = isOn ? setTimer(spaceTimer) : clearTimer(spaceTimer.name)
    const isConcerned = isOn || isRecording(this.#record.state)
    await this.#record.apply({ type: 'recording', at, state }, isConcerned ? [timer] : [])
  }

  async #finalizeFiles(): Promise<void> {
    const finished = (await this.#conference.current?.stopRecording()) ?? []
    for (const { file } of finished) await this.#record.recordings.saveFinished(file)
  }

  async #announce(legIds: readonly string[]): Promise<void> {
    const generation = this.#generation
    await this.#announcements.play(legIds, generation).catch(async (error) => {
      this.#deps.log.error('recording.announcement_failed', { callId: this.#record.id, error })
      await this.#markFailed(generation)
    })
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
    for (const id of legs) this.#announcedLegs.add(id)
    const conference = this.#conference.current
    if (!conference || legs.length === 0) return
    if (await this.#exceedsLimit(legs)) {
      // Without the audio of a participant who has joined, it would be mistaken for a complete recording.
      await this.abort(this.#deps.now().getTime())
      return await this.#markFailed(this.#generation)
    }

    const directory = this.#deps.recordingStorage.spoolDirectory
    const { transfer } = this.#record.state
    const isConsulting = transfer?.stage === 'consulting'
    // Before it begins: no audio of a consultation is written, also not that of the time until it is paused.
    if (!isRecording(this.#record.state))
      await conference.setRecordingPaused(isConsulting ? 'paused' : 'resumed')
    const started = await conference.startRecording({ legs, directory, replacements: this.replacements })
    await this.#record.recordings.saveStarted(started)
    if (!this.#isPaused && isConsulting) await pauseForConsultation(this.#record, transfer)
    if (!this.#isPaused) await this.#applyState(isConsulting ? 'paused' : 'on')
    await this.#record.save()
    // A late joiner does not change the recording state, so the event above publishes nothing.
    await this.#record.publish()
  }
}

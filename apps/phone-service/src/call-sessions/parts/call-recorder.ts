import type { RecordingState } from '@parley/contract/phone'
import type { SerialQueue } from '@parley/primitives'
import {
  finalizeRecordingFile,
  findSpaceProblem,
  insertStartedRecordings,
  requireRecordingSpace,
} from '../../recordings/index.ts'
import type { CallConference } from './call-conference.ts'
import type { CallDeps, CallRecord } from './call-record.ts'
import type { CallTimers } from './call-timers.ts'

const spaceCheckIntervalMs = 5_000
const spaceTimer = 'recording space'

/**
 * Records a call session. Participants are recorded after they have heard the announcement; no audio is
 * written before. Its methods run in the queue of the session.
 */
export class CallRecorder {
  readonly #deps: CallDeps
  readonly #record: CallRecord
  readonly #conference: CallConference
  readonly #queue: SerialQueue
  readonly #timers: CallTimers
  /** Ids of the legs that have heard the announcement of the current recording. */
  readonly #announcedLegs = new Set<string>()
  /** Incremented for each recording, so that the end of an outdated announcement has no effect. */
  #generation = 0
  #isScheduled: boolean

  constructor(
    deps: CallDeps,
    record: CallRecord,
    conference: CallConference,
    {
      queue,
      timers,
      schedule,
    }: {
      readonly queue: SerialQueue
      readonly timers: CallTimers
      readonly schedule: 'on-answer' | 'never'
    },
  ) {
    this.#deps = deps
    this.#record = record
    this.#conference = conference
    this.#queue = queue
    this.#timers = timers
    this.#isScheduled = schedule === 'on-answer'
  }

  /** Whether recording starts when the call is answered. */
  get isScheduled(): boolean {
    return this.#isScheduled
  }

  /**
   * Starts recording, now or when the call is answered.
   *
   * @throws {PhoneError} `RECORDING_QUOTA_REACHED`, `RECORDING_DISK_FULL`
   */
  async startOrSchedule(): Promise<void> {
    const { workspaceId, state } = this.#record.stored
    await requireRecordingSpace(this.#deps, workspaceId)
    if (state.answeredAt === null) this.#isScheduled = true
    else await this.start()
  }

  /**
   * Plays the announcement to all participants and, when it has ended, records those who heard it. No-op
   * while a recording is on or being announced. Without space, it fails.
   */
  async start(): Promise<void> {
    if (this.#isActive) return
    this.#reset()
    if (await this.#findSpaceProblem()) return await this.#applyState('no-space')
    await this.#applyState('announcing')
    this.#announceThenRecord(this.#record.joinedLegIds)
  }

  /** Plays the announcement to a leg that joins during a recording, and records the leg afterwards. */
  announceToLateJoiner(legId: string): void {
    if (this.#isActive && !this.#announcedLegs.has(legId)) this.#announceThenRecord([legId])
  }

  /** Stops recording. Existing audio is kept. */
  async stop(): Promise<void> {
    const before = this.#record.state.recordingState
    this.#reset()
    if (before !== 'on' && before !== 'announcing') return
    if (before === 'on') await this.#finalizeFiles()
    await this.#applyState(this.#record.hasRecording ? 'stopped' : 'off')
  }

  /**
   * Aborts a recording when one of its tracks cannot be written any more, because a recording without one
   * side would be mistaken for a complete one. Existing audio is kept. No-op when no recording is on.
   */
  async abort(at: number): Promise<void> {
    if (this.#record.state.recordingState !== 'on') return
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

  /** Aborts the recording before it fills the disk, and when it exceeds the quota of its workspace. */
  #watchSpace(): void {
    this.#timers.set(spaceTimer, spaceCheckIntervalMs, async () => {
      try {
        if (await this.#findSpaceProblem()) await this.abort(this.#deps.now().getTime())
      } finally {
        if (this.#record.state.recordingState === 'on') this.#watchSpace()
      }
    })
  }

  async saveFinished(file: string): Promise<void> {
    const { database, recordingStorage } = this.#deps
    const { id: callId, workspaceId } = this.#record.stored
    await finalizeRecordingFile(database, recordingStorage, { callId, workspaceId }, file)
  }

  get #isActive(): boolean {
    const { recordingState } = this.#record.state
    return recordingState === 'on' || recordingState === 'announcing'
  }

  #reset(): void {
    this.#isScheduled = false
    this.#generation += 1
    this.#announcedLegs.clear()
    this.#timers.clear(spaceTimer)
  }

  async #applyState(state: RecordingState, at = this.#deps.now().getTime()): Promise<void> {
    await this.#record.apply({ type: 'recording', at, state })
  }

  async #finalizeFiles(): Promise<void> {
    const finished = (await this.#conference.current?.stopRecording()) ?? []
    for (const { file } of finished) await this.saveFinished(file)
  }

  /** Waits for the announcement outside of the queue, because it takes seconds. */
  #announceThenRecord(legIds: readonly string[]): void {
    const generation = this.#generation
    const { log, settings } = this.#deps
    const announcement = { name: 'recording-starts', language: settings.announcementLanguage } as const
    Promise.resolve(this.#conference.current?.playAnnouncement(legIds, announcement))
      .then(() => this.#queue.run(() => this.#recordAnnounced(legIds, generation)))
      .catch(async (error) => {
        log.error('recording.announcement_failed', { callId: this.#record.id, error })
        await this.#queue.run(() => this.#markFailed(generation))
      })
      .catch((error) => log.error('recording.state_update_failed', { callId: this.#record.id, error }))
  }

  /** Marks a recording as failed that could not be announced or started. The user may retry. */
  async #markFailed(generation: number): Promise<void> {
    if (generation !== this.#generation || this.#record.state.recordingState !== 'announcing') return
    await this.#applyState('failed')
  }

  async #recordAnnounced(legIds: readonly string[], generation: number): Promise<void> {
    if (generation !== this.#generation || this.#record.hasEnded) return
    const legs = this.#record.joinedLegIds.filter((id) => legIds.includes(id))
    for (const id of legs) this.#announcedLegs.add(id)
    const conference = this.#conference.current
    if (!conference || legs.length === 0) return

    const { id: callId, workspaceId } = this.#record.stored
    const { database, nodeId, recordingStorage } = this.#deps
    const started = await conference.startRecording({ legs, directory: recordingStorage.spoolDirectory })
    await insertStartedRecordings(database, { callId, workspaceId, nodeId, started })
    this.#record.markRecorded()
    await this.#applyState('on')
    this.#watchSpace()
    await this.#record.save()
    // A late joiner does not change the recording state, so the event above publishes nothing.
    await this.#record.publish()
  }
}

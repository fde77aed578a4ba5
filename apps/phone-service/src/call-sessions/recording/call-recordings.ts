import type { StartedRecording } from '@parley/call-engine'
import type { StoredCall } from '../../call-log/index.ts'
import { insertWaitingMetrics } from '../../call-metrics/records/index.ts'
import { maxRecordings } from '../../call-state/index.ts'
import {
  countRecordings,
  finalizeCallRecordings,
  finalizeRecordingFile,
  findSpaceProblem,
  insertStartedRecordings,
  publishAudio,
  saveWrittenSizes,
} from '../../recordings/index.ts'
import type { CallDeps } from '../parts/call-deps.ts'
import { AnnouncementLedger } from './announcement-ledger.ts'

/** Saves the recordings of a call session, which the engine writes. */
export class CallRecordings {
  readonly #deps: CallDeps
  readonly #call: { readonly callId: string; readonly workspaceId: string }
  /** By file. Those that could not be saved are saved later. */
  readonly #unsaved = new Map<string, StartedRecording>()
  #isEmpty = true
  /** To whom the recording of the call was announced. */
  readonly ledger: AnnouncementLedger

  constructor(deps: CallDeps, { id, workspaceId }: StoredCall) {
    this.#deps = deps
    this.#call = { callId: id, workspaceId }
    this.ledger = new AnnouncementLedger(deps, this.#call)
  }

  /** Whether nothing of the call is recorded. */
  get isEmpty(): boolean {
    return this.#isEmpty
  }

  /** Returns whether the call would have too many recordings with one more of each of these legs. */
  async exceedsLimit(legIds: readonly string[]): Promise<boolean> {
    return (await countRecordings(this.#deps.database, this.#call.callId)) + legIds.length > maxRecordings
  }

  async findSpaceProblem() {
    return await findSpaceProblem(this.#deps, this.#call.workspaceId)
  }

  /** Saves how much has been written. */
  async saveSizes(): Promise<void> {
    await this.save()
    await saveWrittenSizes(this.#deps, this.#call.callId)
  }

  /** Saves recordings that have begun, unless they were saved before. Returns how many are new. */
  async saveStarted(started: readonly StartedRecording[]): Promise<number> {
    for (const recording of started) this.#unsaved.set(recording.file, recording)
    if (started.length > 0) this.#isEmpty = false
    return await this.save()
  }

  /** Saves the recordings that could not be saved when they began. Returns how many are new. */
  async save(): Promise<number> {
    const { database, nodeId } = this.#deps
    const started = [...this.#unsaved.values()]
    const count = await insertStartedRecordings(database, { ...this.#call, nodeId, started })
    for (const { file } of started) this.#unsaved.delete(file)
    return count
  }

  /** Finalizes a recording whose file the engine has finished. */
  async saveFinished(file: string): Promise<void> {
    const { database, recordingStorage } = this.#deps
    await this.save()
    await finalizeRecordingFile(database, recordingStorage, this.#call, file)
  }

  /** Finalizes the recordings of the ended call, from which numbers are then computed. */
  async finalize(transaction: CallDeps['database']): Promise<void> {
    const { recordingStorage, now } = this.#deps
    await this.ledger.saveAll(transaction, now())
    await finalizeCallRecordings(transaction, recordingStorage, this.#call.callId)
    if (this.#isEmpty) return
    await insertWaitingMetrics(transaction, this.#call, now())
    await publishAudio(transaction, this.#call)
  }
}

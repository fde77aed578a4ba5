import { linkActiveCalls, listConnectedCalls } from '../../call-log/index.ts'
import { isRecordingActive } from '../../call-state/index.ts'
import type { CallDeps } from '../parts/call-deps.ts'
import type { CallRecord } from '../parts/call-record.ts'
import { pauseForConsultation } from '../transfers/consultation-rules.ts'
import type { ReleasedRecording } from './released-recording.ts'

/**
 * The pauses of connected calls of the workspace, by their users, that apply to the recording of a call. One that its
 * own users have overruled since, by pausing or resuming the recording themselves, applies no more.
 */
export class LinkedPauses {
  readonly #deps: CallDeps
  readonly #record: CallRecord
  /** By the id of the call whose user has paused. */
  readonly #pauses = new Map<string, 'applies' | 'overruled'>()
  #isByUser = false

  constructor(deps: CallDeps, record: CallRecord) {
    this.#deps = deps
    this.#record = record
  }

  /** Whether a user of another call has paused the recording. */
  get isPaused(): boolean {
    return this.#pauses.values().some((pause) => pause === 'applies')
  }

  /** Whether a user of the call itself has paused the recording: neither another one, nor a consultation. */
  get isPausedByUser(): boolean {
    return this.#isByUser && this.#record.state.recordingState === 'paused'
  }

  /** Adds the pause of a connected call. Returns whether the recording must be paused for it. */
  add(callId: string): boolean {
    if (!this.#isActive) return false
    const applies = !this.isPausedByUser
    this.#pauses.set(callId, applies ? 'applies' : 'overruled')
    return applies
  }

  /** Adds the pauses of calls that were connected since. Returns whether the recording must be paused for one. */
  addConnected(): boolean {
    const paused = this.#listPaused()
    for (const [id, pause] of this.#pauses)
      if (pause === 'overruled' && !paused.includes(id)) this.#pauses.delete(id)
    // Each of them is added.
    return paused.filter((id) => !this.#pauses.has(id) && this.add(id)).length > 0
  }

  /** Removes the pause of a call. Returns whether no other one applies any more. */
  remove(callId: string): boolean {
    const applied = this.#pauses.get(callId) === 'applies'
    this.#pauses.delete(callId)
    return applied && !this.isPaused
  }

  /** A user of the call has paused or resumed the recording. */
  overrule(change: 'pause' | 'resume'): void {
    this.#isByUser = change === 'pause'
    for (const id of [...this.#pauses.keys(), ...this.#listPaused()]) this.#pauses.set(id, 'overruled')
  }

  release(): Pick<ReleasedRecording, 'wasPaused' | 'wasPausedByUser'> {
    const wasPaused = this.#record.state.recordingState === 'paused'
    return { wasPaused, wasPausedByUser: this.isPausedByUser }
  }

  clear(): void {
    this.#pauses.clear()
    this.#isByUser = false
  }

  /** Returns whether the recording begins paused: during a consultation, or because of a connected call. */
  beginPaused(): boolean {
    this.addConnected()
    return this.isPaused || this.#record.state.transfer?.stage === 'consulting'
  }

  /** Lets the end of a consultation resume the recording, unless a user has paused it. */
  async resumeAfterConsultation(): Promise<void> {
    const { transfer } = this.#record.state
    if (transfer?.stage === 'consulting' && !this.isPaused) await pauseForConsultation(this.#record, transfer)
  }

  get #isActive(): boolean {
    return isRecordingActive(this.#record.state)
  }

  /** Returns the ids of the connected calls of the workspace whose users have paused. */
  #listPaused(): string[] {
    const { workspaceId } = this.#record.stored
    const { callSessions } = this.#deps
    return listConnectedCalls(this.#record.stored, linkActiveCalls(this.#deps))
      .filter((call) => call.workspaceId === workspaceId)
      .map((call) => call.id)
      .filter((callId) => callSessions.get(callId)?.linkedRecording.isPausedByUser)
  }
}

import type { ConferenceEvent } from '@parley/call-engine'
import {
  isWithEmergencyService,
  type LinkedRecordingControl,
  linkActiveCalls,
  listConnectedCalls,
  type StoredCall,
} from '../../call-log/index.ts'
import type { RecordingChange } from '../parts/call-control.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { removePlayers } from '../players/remove-players.ts'
import { disableAutomaticResume } from '../transfers/consultation-rules.ts'
import { hasOtherThanCallers } from '../voicemail/message-callers.ts'
import { endVoicemail } from '../voicemail/record-message.ts'
import { withholdRecordings } from './withhold-recordings.ts'

/** The control of the recording of a call by changes of connected calls. */
export class LinkedRecording implements LinkedRecordingControl {
  readonly #parts: CallParts
  /** Others than its callers have taken part in the call of a voicemail. */
  #isVoicemailOver = false

  constructor(parts: CallParts) {
    this.#parts = parts
  }

  async withhold(changed: StoredCall, replacedLegId?: string): Promise<void> {
    const { recorder } = this.#parts
    // The review that follows withholds it again, or ends it.
    await recorder.withhold(changed, replacedLegId).catch((error) => this.#logFailure(error))
    await this.#withholdMessage(changed, replacedLegId).catch((error) => this.#logFailure(error))
  }

  /** Writes silence to the message of a voicemail, until the review ends it, when others than its callers take part. */
  async #withholdMessage(changed: StoredCall, replacedLegId?: string): Promise<void> {
    const { conference, record } = this.#parts
    const { voicemail } = record.state
    if (!voicemail || record.hasEnded || this.#isVoicemailOver) return
    const isReplaced = replacedLegId !== undefined && voicemail.callers?.includes(replacedLegId)
    if (!isReplaced && !hasOtherThanCallers(this.#parts, changed)) return
    this.#isVoicemailOver = true
    await conference.current?.setRecordingPaused('paused')
  }

  review(): void {
    const { deps, queue, recorder } = this.#parts
    const run = async () => {
      await this.#review().catch(async (error) => {
        this.#logFailure(error)
        // Participants would be recorded without an announcement.
        await recorder.abort(deps.now().getTime())
      })
    }
    queue.run(run).catch((error) => this.#logFailure(error))
  }

  async #review(): Promise<void> {
    const { deps, record, recorder } = this.#parts
    if (record.hasEnded) return
    if (record.state.voicemail && (this.#isVoicemailOver || hasOtherThanCallers(this.#parts)))
      return await endVoicemail(this.#parts)
    if (recorder.linkedPauses.addConnected()) await this.#pause()
    await recorder.announceToLinked()
    if (!isWithEmergencyService(record.stored, linkActiveCalls(deps))) return
    // The emergency service would hear them.
    if (record.state.voicemail) await endVoicemail(this.#parts)
    else await removePlayers(this.#parts, ({ plays }) => plays === 'hold-music' || !recorder.isActive)
  }

  /** Pauses and resumes the recordings of connected calls of the workspace with that of this call, which has changed. */
  async changeConnected(change: RecordingChange): Promise<void> {
    const { deps, record } = this.#parts
    const { id: callId, workspaceId } = record.stored
    for (const call of listConnectedCalls(record.stored, linkActiveCalls(deps))) {
      const linked = call.workspaceId === workspaceId ? deps.callSessions.get(call.id)?.linkedRecording : null
      if (change === 'pause') await linked?.pause(callId)
      if (change === 'resume') await linked?.resume(callId)
    }
  }

  get isPausedByUser(): boolean {
    return this.#parts.recorder.linkedPauses.isPausedByUser
  }

  async pause(callId: string): Promise<void> {
    const { queue, recorder } = this.#parts
    await queue.run(async () => {
      if (recorder.linkedPauses.add(callId)) await this.#pause()
    })
  }

  async resume(callId: string): Promise<void> {
    const { queue, record, recorder } = this.#parts
    await queue.run(async () => {
      if (!recorder.linkedPauses.remove(callId) || record.state.recordingState !== 'paused') return
      // During a consultation nothing is recorded.
      if (record.state.transfer?.stage !== 'consulting') await recorder.setPaused('resumed')
      else await recorder.linkedPauses.resumeAfterConsultation()
    })
  }

  /** Pauses a recording that is on, also after a consultation. One that is being announced will begin paused. */
  async #pause(): Promise<void> {
    const { record, recorder } = this.#parts
    if (record.state.recordingState === 'on') await recorder.setPaused('paused')
    await disableAutomaticResume(record)
  }

  #logFailure(error: unknown): void {
    const { deps, record } = this.#parts
    deps.log.error('recording.review_failed', { callId: record.id, error })
  }
}

/** Announces the recordings of a call and of connected ones to the new party of a leg, before they continue. */
export async function announceToReplacing(
  { deps, record, recorder }: CallParts,
  { legId, replacements }: Extract<ConferenceEvent, { type: 'leg-replaced' }>,
): Promise<void> {
  await withholdRecordings(deps, record.stored, legId)
  await recorder.onLegReplaced(legId, replacements)
  await record.onConferenceChanged()
}

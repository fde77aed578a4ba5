import type { LegQuality } from '@parley/contract/phone'
import {
  type ActiveCallService,
  listConnectedCalls,
  type StoredCall,
  saveCall,
} from '../../call-log/index.ts'
import { type CallEvent, type CallState, nextCallState } from '../../call-state/index.ts'
import { releaseSlots } from '../../limits/index.ts'
import type { LiveService, ServerMessage } from '../../live/index.ts'
import { finalizeCallRecordings, type RecordingStorageService } from '../../recordings/index.ts'
import type { Services } from '../../services.ts'
import { deleteDialogsOfCall } from '../sip-dialogs.ts'
import type { Ringing } from './ringing.ts'
import { listOnlineReaders, sendCall } from './send-call.ts'

export type CallDeps = Pick<
  Services,
  'database' | 'now' | 'nodeId' | 'nodeLease' | 'engine' | 'log' | 'directory' | 'projectId' | 'settings'
> &
  LiveService &
  RecordingStorageService &
  ActiveCallService & {
    /** A call session removes itself when it ends. */
    readonly callSessions: Pick<Map<string, unknown>, 'delete'>
  }

/** The call record of a call session: changed by events, saved, and published to the users concerned. */
export class CallRecord {
  readonly #deps: CallDeps
  readonly #ringing: Ringing
  readonly #quality = new Map<string, LegQuality>()
  #stored: StoredCall
  #hasRecording = false

  constructor(deps: CallDeps, ringing: Ringing, stored: StoredCall) {
    this.#deps = deps
    this.#ringing = ringing
    this.#stored = stored
  }

  /** Replaced with each change, never mutated. */
  get stored(): StoredCall {
    return this.#stored
  }

  get id(): string {
    return this.#stored.id
  }

  get state(): CallState {
    return this.#stored.state
  }

  get hasEnded(): boolean {
    return this.#stored.state.phase === 'ended'
  }

  get hasRecording(): boolean {
    return this.#hasRecording
  }

  /** The last measurement of each leg, by leg id. */
  get quality(): ReadonlyMap<string, LegQuality> {
    return this.#quality
  }

  get joinedLegIds(): string[] {
    return this.state.legs.filter(({ state }) => state === 'joined').map(({ id }) => id)
  }

  /** Applies an event, saves the call and publishes it. No-op when the event changes nothing. */
  async apply(event: CallEvent): Promise<void> {
    const state = nextCallState(this.state, event)
    if (state === this.state) return
    const { legs, recordingState } = this.state
    const concernsOthers = state.legs !== legs || state.recordingState !== recordingState
    const before = concernsOthers ? this.#listConnectedCalls() : []
    this.#change({ state })
    if (!this.hasEnded) await this.save()
    await this.publish()
    const after = concernsOthers ? this.#listConnectedCalls() : []
    for (const id of new Set([...before, ...after])) this.#deps.callSessions.get(id)?.publish()
  }

  /** Saves the call. A failure is logged and does not interrupt the call. */
  async save(): Promise<void> {
    this.#change({ version: this.#stored.version + 1 })
    try {
      if (!(await saveCall(this.#deps.database, this.#stored, this.#recordings)))
        this.#deps.log.error('call.save_rejected', { callId: this.id })
    } catch (error) {
      this.#deps.log.error('call.save_failed', { callId: this.id, error })
    }
  }

  /** Sends the call to its participants and to the users for whom it rings, serialized for each of them. */
  async publish(): Promise<void> {
    const userIds = new Set([...this.#participantIds(), ...this.#ringing.targets(this.#stored)])
    await sendCall(this.#deps, this.#stored, userIds, 'call.updated')
  }

  /** Sends a message to the users in the call. */
  sendToParticipants(message: ServerMessage): void {
    for (const userId of this.#participantIds())
      this.#deps.live.sendToUser(this.#stored.workspaceId, userId, message)
  }

  setQuality(legId: string, quality: LegQuality): void {
    this.#quality.set(legId, quality)
  }

  removeQuality(legId: string): void {
    this.#quality.delete(legId)
  }

  /** Sets the user who has answered the call. Saved with the next event. */
  setUser(userId: string, userName: string | null): void {
    this.#change({ userId, userName })
  }

  /** Adds a call slot that has been reserved and saved with the call. */
  addSlot(slotId: string): void {
    this.#change({ slotIds: [...this.#stored.slotIds, slotId] })
  }

  setNotes(notes: string): void {
    this.#change({ notes })
  }

  /** Marks the call as recorded. Saved with the next event. */
  markRecorded(): void {
    this.#hasRecording = true
  }

  /**
   * Saves the ended call, its recordings and its call slots in one transaction, and sends it to the users
   * who may read it.
   *
   * @param onSaved called before the call is sent.
   */
  async finalize(onSaved: () => unknown): Promise<void> {
    const { database, recordingStorage, log } = this.#deps
    const { id, workspaceId, slotIds } = this.#stored
    this.#change({ version: this.#stored.version + 1 })
    try {
      await database.transaction().execute(async (transaction) => {
        await saveCall(transaction, this.#stored, this.#recordings)
        await finalizeCallRecordings(transaction, recordingStorage, id)
        await releaseSlots(transaction, workspaceId, slotIds)
        await deleteDialogsOfCall(transaction, id)
      })
    } catch (error) {
      // The row still shows an active call. Recovery ends it at the next start of this node.
      log.error('call.finalize_failed', { callId: id, error })
    }
    onSaved()
    await sendCall(this.#deps, this.#stored, listOnlineReaders(this.#deps.live, this.#stored), 'call.ended')
  }

  #change(properties: Partial<StoredCall>): void {
    this.#stored = { ...this.#stored, ...properties }
  }

  get #recordings(): 'recorded' | 'not-recorded' {
    return this.#hasRecording ? 'recorded' : 'not-recorded'
  }

  /** Returns the ids of the calls whose users see the participants of this one. */
  #listConnectedCalls(): string[] {
    const active = [...this.#deps.callSessions.values()].map(({ stored }) => stored)
    return listConnectedCalls(this.#stored, active).map(({ id }) => id)
  }

  #participantIds(): Set<string> {
    return new Set(this.state.legs.map((leg) => leg.userId).filter((userId) => userId !== null))
  }
}

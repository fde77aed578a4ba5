import type { EndReason, LegQuality } from '@parley/contract/phone'
import {
  isStoredEvent,
  linkActiveCalls,
  listConnectedCalls,
  type NumberedCallEvent,
  type StoredCall,
} from '../../call-log/index.ts'
import { type CallEvent, type CallState, nextCallState } from '../../call-state/index.ts'
import { settleCall } from '../../charges/index.ts'
import { releaseSlots } from '../../limits/index.ts'
import type { ServerMessage } from '../../live/index.ts'
import type { Services } from '../../services.ts'
import { CallRecordings } from '../recording/call-recordings.ts'
import { withholdRecordings } from '../recording/withhold-recordings.ts'
import { scheduleNextBye } from '../sip-dialogs.ts'
import { deleteTimersOfCall, saveTimers } from '../timers/call-timers.ts'
import type { TimerChange } from '../timers/timer-data.ts'
import type { CallDeps } from './call-deps.ts'
import type { Ringing } from './ringing.ts'
import { saveCallChanges } from './save-call-changes.ts'
import { publishCallUsers, sendCall, sendEndedCall, sendListChanges } from './send-call.ts'

/** The call record of a call session: changed by events, saved, and published to the users concerned. */
export class CallRecord {
  readonly #deps: CallDeps
  readonly #ringing: Ringing
  readonly #quality = new Map<string, LegQuality>()
  readonly recordings: CallRecordings
  #stored: StoredCall
  /** Changes that are saved together with the next save. */
  #unsavedEvents: readonly NumberedCallEvent[] = []
  #unsavedTimers: readonly TimerChange[] = []
  #isSaveNeeded = false
  #isPublicationRequested = false

  constructor(deps: CallDeps, ringing: Ringing, stored: StoredCall) {
    this.#deps = deps
    this.#ringing = ringing
    this.#stored = stored
    this.recordings = new CallRecordings(deps, stored)
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

  /** The last measurement of each leg, by leg id. */
  get quality(): ReadonlyMap<string, LegQuality> {
    return this.#quality
  }

  /**
   * Applies an event, saves the call with its timers in one transaction, and publishes it. No-op when the event
   * changes nothing; then the timers do not change either. An ended call is saved by `finalize` only.
   */
  async apply(event: CallEvent, timers: readonly TimerChange[] = []): Promise<void> {
    const state = nextCallState(this.state, event)
    if (state === this.state) return
    const before = this.state
    const concernsOthers = state.legs !== before.legs || state.recordingState !== before.recordingState
    const connected = concernsOthers ? this.#listConnected() : []
    this.#change({ state })
    this.#addEvent(event)
    this.changeTimers(timers)
    publishCallUsers(this.#deps.live, this.#stored)
    if (concernsOthers) await withholdRecordings(this.#deps, this.#stored)
    // Another node has ended the call, and has published its end.
    if (!this.hasEnded && (await this.save()) === 'rejected') return
    if (!this.hasEnded) sendListChanges(this.#deps.live, this.#stored.workspaceId, before, state)
    // Users do not see players.
    if (state.players !== before.players && !this.hasEnded) return
    await (concernsOthers ? this.onConferenceChanged(connected) : this.publish())
  }

  /** Applies an event of which a peer can cause many: saved and published with the next change, or after a second. */
  applyLater(event: CallEvent): void {
    const state = nextCallState(this.state, event)
    if (state === this.state) return
    this.#change({ state })
    this.#addEvent(event)
    this.#isSaveNeeded = true
    this.requestPublication()
    this.#deps.timerScheduler.saveLater(this.id)
  }

  /** Marks a leg as left, without removing it from the conference. No-op when it has left. */
  async markLegLeft(legId: string, reason: EndReason): Promise<void> {
    await this.apply({ type: 'leg-left', at: this.#deps.now().getTime(), legId, reason, sipAnswer: null })
  }

  /** Changes timers. Saved with the next event. */
  changeTimers(changes: readonly TimerChange[]): void {
    if (changes.length === 0) return
    this.#unsavedTimers = [...this.#unsavedTimers, ...changes]
    this.#isSaveNeeded = true
  }

  /** Returns whether an event of the engine was not applied before, and marks it as applied. Saved with the next event. */
  acceptEngineEvent(number: number): boolean {
    if (number <= this.#stored.engineEventNumber) return false
    this.#change({ engineEventNumber: number })
    return true
  }

  /**
   * Saves the call. A failure does not interrupt the call: it is logged, and the call is saved again later. Returns
   * `rejected` when another node has ended the call.
   */
  async save(): Promise<'saved' | 'rejected' | 'failed'> {
    const { database, log, timerScheduler } = this.#deps
    const timers = this.#unsavedTimers
    this.#change({ version: this.#stored.version + 1 })
    this.#isSaveNeeded = true
    let isSaved: boolean
    try {
      isSaved = await database.transaction().execute(async (transaction) => {
        if (!(await this.saveChanges(transaction))) return false
        await saveTimers(transaction, this.#stored, timers)
        return true
      })
    } catch (error) {
      log.error('call.save_failed', { callId: this.id, error })
      timerScheduler.saveLater(this.id)
      return 'failed'
    }
    this.#unsavedEvents = []
    this.#unsavedTimers = []
    this.#isSaveNeeded = false
    if (!isSaved) {
      log.error('call.save_rejected', { callId: this.id })
      return 'rejected'
    }
    for (const timer of timers) if (timer.type === 'set') timerScheduler.checkAfter(timer.afterMs)
    return 'saved'
  }

  /** Saves the changes that are not saved yet, unless the call has ended: its end is saved when it is final. */
  async saveIfNeeded(): Promise<'saved' | 'rejected' | 'failed'> {
    return this.#isSaveNeeded && !this.hasEnded ? await this.save() : 'saved'
  }

  /** Saves the changes that are not saved yet, and publishes those that wait for it. */
  async flush(): Promise<void> {
    await (this.#isPublicationRequested ? this.publishIfRequested() : this.saveIfNeeded())
  }

  /** Sends the call to its participants and to the users for whom it rings, serialized for each of them. */
  async publish(): Promise<void> {
    // A change of another call from here on requests it again.
    this.#isPublicationRequested = false
    const userIds = new Set([...this.#participantIds(), ...this.#ringing.targets(this.#stored)])
    await sendCall(this.#deps, this.#stored, userIds, 'call.updated')
  }

  /**
   * Publishes the call and the calls whose users see its participants, after a change of who is in them or recorded:
   * reviews the announcements of their recordings, too. `past`: ids of calls whose users saw the participants before.
   */
  async onConferenceChanged(past: readonly string[] = []): Promise<void> {
    await this.publish()
    const ids = new Set([...past, ...this.#listConnected()])
    for (const id of ids) this.#deps.callSessions.get(id)?.publish()
    for (const id of [this.id, ...ids]) this.#deps.callSessions.get(id)?.linkedRecording.review()
  }

  requestPublication(): void {
    this.#isPublicationRequested = true
  }

  /** Publishes the active call with a new version, unless that was done since it was requested. */
  async publishIfRequested(): Promise<void> {
    if (!this.#isPublicationRequested || this.hasEnded) return
    if ((await this.save()) !== 'rejected') await this.publish()
  }

  /** Sends a message to the users in the call. */
  sendToParticipants(message: ServerMessage): void {
    for (const userId of this.#participantIds())
      this.#deps.live.sendToTabsShowing(this.#stored.workspaceId, userId, message)
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

  setConference(conferenceId: string): void {
    this.#change({ conferenceId })
  }

  /** Applies an event and other changes without saving them. */
  stage(event: CallEvent, properties: Partial<StoredCall>): void {
    const version = this.#stored.version + 1
    this.#change({ ...properties, state: nextCallState(this.state, event), version })
    this.#addEvent(event)
  }

  /** Completes staged changes that were saved. */
  confirmSaved(): void {
    this.#unsavedEvents = []
    publishCallUsers(this.#deps.live, this.#stored)
  }

  /** Discards staged changes, but keeps the conference. */
  restore(stored: StoredCall): void {
    this.#unsavedEvents = this.#unsavedEvents.filter(({ number }) => number <= stored.eventNumber)
    // It may have been set meanwhile, by the merge of another call.
    this.#stored = { ...stored, conferenceId: this.#stored.conferenceId }
  }

  setTexts(texts: Partial<Pick<StoredCall, 'notes' | 'tags'>>): void {
    this.#change(texts)
  }

  /** Saves the ended call, its recordings, costs and call slots in one transaction. Can be repeated when it fails. */
  async finalize(): Promise<'saved' | 'failed'> {
    const { database, log } = this.#deps
    const { id, workspaceId, slotIds } = this.#stored
    this.#change({ version: this.#stored.version + 1 })
    try {
      await this.recordings.save()
      await database.transaction().execute(async (transaction) => {
        await this.saveChanges(transaction)
        await this.recordings.finalize(transaction)
        await releaseSlots(transaction, workspaceId, slotIds)
        // After the slots: extending the time of a call locks its workspace first, too.
        await settleCall(transaction, id, this.state.legs)
        await scheduleNextBye(transaction, id)
        await deleteTimersOfCall(transaction, id)
      })
    } catch (error) {
      log.error('call.finalize_failed', { callId: id, error })
      return 'failed'
    }
    return 'saved'
  }

  /** Sends the ended call to the users who may read it. */
  async sendEnd(): Promise<void> {
    sendListChanges(this.#deps.live, this.#stored.workspaceId, this.state, null)
    await sendEndedCall(this.#deps, this.#stored)
  }

  /** Saves the call and its events. Returns false when another node has ended the call. */
  async saveChanges(transaction: Services['database']): Promise<boolean> {
    const recorded = this.recordings.isEmpty ? 'not-recorded' : 'recorded'
    return await saveCallChanges(transaction, this.#stored, recorded, this.#unsavedEvents)
  }

  #addEvent(event: CallEvent): void {
    if (!isStoredEvent(event, this.#stored.eventNumber)) return
    this.#change({ eventNumber: this.#stored.eventNumber + 1 })
    this.#unsavedEvents = [...this.#unsavedEvents, { number: this.#stored.eventNumber, event }]
  }

  #change(properties: Partial<StoredCall>): void {
    this.#stored = { ...this.#stored, ...properties }
  }

  /** Returns the ids of the calls whose users see the participants of this one. */
  #listConnected(): string[] {
    return listConnectedCalls(this.#stored, linkActiveCalls(this.#deps)).map(({ id }) => id)
  }

  #participantIds(): Set<string> {
    return new Set(this.state.legs.map((leg) => leg.userId).filter((userId) => userId !== null))
  }
}

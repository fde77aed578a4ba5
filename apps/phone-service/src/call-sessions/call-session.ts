import type { BrowserAnswer, BrowserStats, Conference } from '@parley/call-engine'
import { type Call, type EndReason, type LegQuality, PhoneError } from '@parley/contract/phone'
import { createSerialQueue } from '@parley/primitives'
import { type CallTexts, type StoredCall, saveCallTexts, serializeCall } from '../call-log/index.ts'
import { type CallLeg, isUnansweredIncoming } from '../call-state/index.ts'
import type { ChargedLeg } from '../limits/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import {
  type JoinedCall,
  moveBrowserLeg,
  reportBrowserStats,
  submitAnswer,
  type UserInTab,
} from './browser-legs.ts'
import { applyControl } from './call-controls.ts'
import { type CallUser, includesUser, listCallUsers, requireOwnLeg } from './call-users.ts'
import { endCall } from './end-call.ts'
import { addParticipant } from './legs/add-participants.ts'
import { checkUsers, type UserCheck } from './legs/check-users.ts'
import { type RemovalReason, removeLeg, removeParticipant } from './legs/remove-leg.ts'
import { mergeCalls } from './merging/merge-calls.ts'
import { parkCall, pickUpCall } from './parking/park-call.ts'
import type { CallControl } from './parts/call-control.ts'
import type { CallDeps } from './parts/call-deps.ts'
import type { DialledNumber, DialRequest } from './parts/call-dialling.ts'
import { type CallBeginning, type CallParts, createCallParts } from './parts/call-parts.ts'
import { runOrUnavailable } from './parts/engine-failures.ts'
import { LinkedRecording } from './recording/linked-recording.ts'
import { answer, decline } from './ringing/answer-call.ts'
import { ringUser } from './ringing/ring-users.ts'
import { ring } from './starting/ring-call.ts'
import { startAutomated, startInBrowser } from './starting/start-call.ts'
import { runTimer } from './timers/run-timer.ts'
import { type AttendedTransfer, connectCalls } from './transfers/connect-calls.ts'
import { startTransfer, type TransferRequest } from './transfers/start-transfer.ts'
import { type ConsultationEnd, endConsultation } from './transfers/transfer-call.ts'
import { sendToVoicemail } from './voicemail/send-to-voicemail.ts'

/**
 * A call that runs on this node, with the state that is not in the database. Its methods that change the call run in
 * sequence, in the order in which they were called, between the events of its conference; `setConference`,
 * `submitAnswer` and `reportBrowserStats` do not wait.
 */
export class CallSession {
  readonly #parts: CallParts
  readonly linkedRecording: LinkedRecording
  readonly #queue = createSerialQueue()

  constructor(deps: CallDeps, stored: StoredCall, beginning: CallBeginning = {}) {
    this.#parts = createCallParts(deps, this.#queue, stored, beginning)
    this.linkedRecording = new LinkedRecording(this.#parts)
  }

  get stored(): StoredCall {
    return this.#parts.record.stored
  }

  get quality(): ReadonlyMap<string, LegQuality> {
    return this.#parts.record.quality
  }

  /** The end of the call because of a limit per day; null while none is near. */
  get timeLimit(): Call['timeLimit'] {
    return this.#parts.timeLimits.first
  }

  /** Resolves when the call has ended, its record is final or the service stops, and the tabs have been notified. */
  get finished(): Promise<void> {
    return this.#parts.finished.promise
  }

  /** Returns whether a user takes part in the call, or the call rings for them. */
  includesUser(user: { readonly workspaceId: string; readonly userId: string }): boolean {
    return includesUser(this.#parts, user)
  }

  /** Returns whether the call rings for a user. */
  ringsFor(userId: string): boolean {
    return this.#parts.ringing.targets(this.stored).includes(userId)
  }

  /** Sends the active call to its users again, because another call of the conference has changed. */
  publish(): void {
    const { deps, record } = this.#parts
    record.requestPublication()
    this.#queue
      .run(() => record.publishIfRequested())
      .catch((error) => deps.log.error('call.publish_failed', { callId: record.id, error }))
  }

  /** Returns the ids of the legs that have dialled a number in the simulated network and are not answered. */
  listUnanswered(dialled: DialledNumber): string[] {
    return this.#parts.dialling.listUnanswered(dialled)
  }

  /** Returns who takes part in the call in a browser. */
  listUsers(): CallUser[] {
    return listCallUsers(this.#parts)
  }

  /** @throws {PhoneError} `NOT_IN_CALL` */
  requireOwnLeg(user: CurrentUser): CallLeg {
    return requireOwnLeg(this.#parts, user)
  }

  /**
   * Opens the conference of an outgoing call for the stored leg of its browser, and dials its number.
   *
   * @throws {PhoneError} `ENGINE_UNAVAILABLE`; the call has ended
   */
  async start(user: CurrentUser, legId: string): Promise<JoinedCall> {
    const joinInformation = await this.#queue.run(() => startInBrowser(this.#parts, user, legId))
    return { call: await this.#serialize(user), legId, joinInformation }
  }

  /** Dials the number of a call without a browser. @throws {PhoneError} `ENGINE_UNAVAILABLE`; the call has ended */
  startAutomated(): Promise<void> {
    return this.#queue.run(() => startAutomated(this.#parts))
  }

  /** Rings for the recipients of an incoming call, until one answers or the ring timeout expires. */
  ring(): Promise<void> {
    return this.#queue.run(() => ring(this.#parts))
  }

  /** Sends the call to the tabs of a user for whom it rings, of which one has connected or disconnected. */
  ringAgain(userId: string): Promise<void> {
    return this.#queue.run(async () => {
      if (this.ringsFor(userId)) await ringUser(this.#parts, userId)
    })
  }

  /** Adds a browser leg that answers the call. @throws {PhoneError} as {@link answer} */
  answer(by: UserInTab): Promise<JoinedCall> {
    return this.#queue.run(() => answer(this.#parts, by))
  }

  /** Declines the call for one user, as {@link decline}. @throws {PhoneError} `CALL_ENDED`, `CALL_ELSEWHERE` */
  decline(user: CurrentUser): Promise<Call> {
    return this.#change(user, async () => {
      this.#parts.ringing.requireFor(this.stored, user.userId)
      await decline(this.#parts, user)
    })
  }

  /** Sends the caller of the ringing call to voicemail. @throws {PhoneError} as {@link sendToVoicemail} */
  sendToVoicemail(user: CurrentUser): Promise<Call> {
    return this.#change(user, () => sendToVoicemail(this.#parts, user))
  }

  /** Moves the leg of the user to a tab. @throws {PhoneError} `NOT_IN_CALL`, `CALL_ENDED`, `ENGINE_UNAVAILABLE` */
  rejoin(by: UserInTab): Promise<JoinedCall> {
    return this.#queue.run(async () => {
      const leg = this.requireOwnLeg(by.user)
      const conference = this.#parts.conference.require()
      return await runOrUnavailable(this.#parts, 'call.join_failed', () =>
        moveBrowserLeg(this.#parts, conference, leg, by),
      )
    })
  }

  /**
   * Passes the answer of a browser to the engine. Does not wait for earlier changes.
   *
   * @throws {PhoneError} `LEG_NOT_FOUND`, `CALL_ENDED`
   * @throws {EngineError}
   */
  async submitAnswer({ userId }: CurrentUser, legId: string, answer: BrowserAnswer): Promise<void> {
    await submitAnswer(this.#parts, userId, legId, answer)
  }

  /** Passes the measurements of a browser to the engine. Ignored for legs of others or that have left. */
  async reportBrowserStats(userId: string, legId: string, stats: BrowserStats): Promise<void> {
    await reportBrowserStats(this.#parts, userId, legId, stats)
  }

  /** Applies the control of a participant. @throws {PhoneError} `CALL_ENDED`, `NOT_IN_CALL`, and as {@link applyControl} */
  async control(user: CurrentUser, control: CallControl): Promise<Call> {
    await this.#queue.run(() =>
      applyControl(this.#parts, this.#requireConference(), this.requireOwnLeg(user), control),
    )
    // Not in the queue: concurrent changes of two calls would wait for each other.
    if (control.kind === 'recording') await this.linkedRecording.changeConnected(control.change)
    return await this.#queue.run(() => this.#serialize(user))
  }

  /** Dials another number. @throws {PhoneError} `CALL_ENDED`, `CALL_NOT_CONNECTED`, and as {@link addParticipant} */
  addParticipant(user: CurrentUser, request: DialRequest, charged: ChargedLeg | null): Promise<Call> {
    return this.#change(user, async () => {
      this.#requireConference()
      this.requireOwnLeg(user)
      // Otherwise numbers would talk to each other in a call that its caller has never joined.
      if (isUnansweredIncoming(this.stored.state)) throw new PhoneError('CALL_NOT_CONNECTED')
      await addParticipant(this.#parts, user, request, charged)
    })
  }

  /** @throws {PhoneError} `CALL_ENDED`, `NOT_IN_CALL`, `LEG_NOT_FOUND`, `TRANSFER_IN_PROGRESS` */
  removeParticipant(user: CurrentUser, legId: string): Promise<Call> {
    return this.#change(user, async () => {
      if (this.#parts.record.hasEnded) throw new PhoneError('CALL_ENDED', { callId: this.stored.id })
      await removeParticipant(this.#parts, this.requireOwnLeg(user), legId)
    })
  }

  /** Transfers the call of a user to a number. @throws {PhoneError} `CALL_ENDED`, and as {@link startTransfer} */
  transfer(user: CurrentUser, request: TransferRequest): Promise<Call> {
    return this.#change(user, async () => {
      this.#requireConference()
      await startTransfer(this.#parts, user, request)
    })
  }

  /** Ends the consultation of a user. @throws {PhoneError} `CALL_ENDED`, and as {@link endConsultation} */
  endConsultation(user: CurrentUser, end: ConsultationEnd): Promise<Call> {
    return this.#change(user, async () => {
      this.#requireConference()
      await endConsultation(this.#parts, user, end)
    })
  }

  /** Parks the call of a user. @throws {PhoneError} as {@link parkCall} */
  park(user: CurrentUser): Promise<Call> {
    return this.#change(user, () => parkCall(this.#parts, user))
  }

  /** Picks up the parked call. @throws {PhoneError} as {@link pickUpCall} */
  pickUp(by: UserInTab): Promise<JoinedCall> {
    return this.#queue.run(() => pickUpCall(this.#parts, by))
  }

  /** Merges two calls of a user, of which the older one continues. @throws {PhoneError} as {@link mergeCalls} */
  merge(other: CallSession, user: CurrentUser): Promise<Call> {
    return mergeCalls(this.#parts, other.#parts, user)
  }

  /** Connects the call with another one, as {@link connectCalls}. */
  connect(other: CallSession | null, transfer: AttendedTransfer): Promise<void> {
    return connectCalls(this.#parts, other === null ? null : other.#parts, transfer)
  }

  /** Removes the user from the call. No-op when it has ended. @throws {PhoneError} `NOT_IN_CALL` */
  hangUp(user: CurrentUser, reason: RemovalReason): Promise<Call> {
    return this.#change(user, async () => {
      if (!this.#parts.record.hasEnded) await removeLeg(this.#parts, this.requireOwnLeg(user).id, reason)
    })
  }

  /** Begins to remove the users, or one of them, who may no longer take part, as {@link checkUsers}. */
  checkUsers(userId: string | null = null): Promise<UserCheck> {
    return checkUsers(this.#parts, userId)
  }

  /** Sets the conference with which a merge has connected the call. Does not wait for earlier changes. */
  setConference(conferenceId: string): void {
    this.#parts.record.setConference(conferenceId)
  }

  saveTexts(texts: Partial<CallTexts>): Promise<void> {
    return this.#queue.run(async () => {
      const { record, deps } = this.#parts
      record.setTexts(texts)
      await deps.database
        .transaction()
        .execute(async (transaction) => void (await saveCallTexts(transaction, record.id, texts)))
    })
  }

  /** Runs a timer that is due. No-op when it was cleared or set again, or the call has ended. */
  runTimer(name: string): Promise<void> {
    return this.#queue.run(() => runTimer(this.#parts, name))
  }

  /** Saves the changes that were not saved when they were made. */
  flush(): Promise<void> {
    return this.#queue.run(() => this.#parts.record.flush())
  }

  /** Ends the call: by default because the service stops. */
  stop(reason: EndReason = 'server-stopped'): Promise<void> {
    return this.#queue.run(() => endCall(this.#parts, reason, this.#parts.deps.now().getTime()))
  }

  #requireConference(): Conference {
    if (this.#parts.record.hasEnded) throw new PhoneError('CALL_ENDED', { callId: this.stored.id })
    return this.#parts.conference.require()
  }

  /** Runs a change after the earlier ones, and returns the call as the user sees it then. */
  #change(user: CurrentUser, change: () => Promise<void>): Promise<Call> {
    return this.#queue.run(async () => {
      await change()
      return await this.#serialize(user)
    })
  }

  async #serialize(user: CurrentUser): Promise<Call> {
    return await serializeCall(this.#parts.deps, user, this.stored)
  }
}

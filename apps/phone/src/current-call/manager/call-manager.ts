import { unwrap } from '@parley/client'
import type { Call } from '@parley/contract/phone'
import type { Store } from '@parley/primitives'
import { isPhoneApiError } from '../../api/errors.ts'
import type { PhoneApi } from '../../api/phone-api.ts'
import { type CallCommands, createCallCommands } from './call-commands.ts'
import type { CallManagerOptions, OtherWorkspaces } from './call-manager-options.ts'
import {
  type CallManagerState,
  type CallProblem,
  findActiveCall,
  type IncomingCall,
  removeIncomingCall,
  removeLocalCall,
} from './call-manager-state.ts'
import { CallStore } from './call-store.ts'
import { type CallJoiner, type CallToJoin, createCallJoiner } from './join-call.ts'
import { setPendingAnswer } from './pending-answer.ts'
import { type ServiceSync, syncWithService } from './sync-with-service.ts'

/** Returns whether a call rings on that was not answered: its user can answer it after the end of another one. */
function isAnswerLimit(error: unknown): boolean {
  return (
    isPhoneApiError(error, 'ANSWERED_CALL_LIMIT_USER') ||
    isPhoneApiError(error, 'ANSWERED_CALL_LIMIT_INSTALLATION')
  )
}

export interface DialRequest {
  /** As typed. */
  readonly to: string
  /** E.164; the service selects one if omitted. */
  readonly from?: string
  /** Shown until the service responds. */
  readonly title?: string
  /** Tests the emergency route; omitted for a call. */
  readonly purpose?: 'emergency-test'
}

/** Manages all calls of this tab: starts, answers, changes and ends them, and follows service events. */
export interface CallManager extends Store<CallManagerState> {
  /** Commands on active calls. */
  readonly commands: CallCommands
  dial(request: DialRequest): void
  /** Answers a call. One in another workspace opens that workspace, unless this phone has a call. */
  answer(callId: string): void
  decline(callId: string): Promise<void>
  /** Sends the caller of a ringing call to voicemail. The call rings on when that is rejected. */
  sendToVoicemail(callId: string): Promise<void>
  /** Takes over a call from another tab or device. */
  takeOver(callId: string): void
  /** Picks up a parked call. Resolves when its audio has connected, or it failed. */
  pickUp(callId: string, title: string): Promise<void>
  hangUp(key: string): Promise<void>
  /** Shows a problem without trying to call. */
  showProblem(problem: CallProblem): void
  dismissProblem(): void
  dismissEnded(): void
  close(): void
}

export function createCallManager(options: CallManagerOptions): CallManager {
  return new TabCallManager(options)
}

class TabCallManager implements CallManager {
  readonly #api: PhoneApi
  readonly #handsetId: string
  readonly #workspaceId: string
  readonly #otherWorkspaces: OtherWorkspaces
  readonly #onError: (error: unknown) => void
  readonly #callStore: CallStore
  readonly #joiner: CallJoiner
  readonly #serviceSync: ServiceSync

  readonly commands: CallCommands
  readonly get: Store<CallManagerState>['get']
  readonly subscribe: Store<CallManagerState>['subscribe']

  constructor(options: CallManagerOptions) {
    this.#api = options.api
    this.#handsetId = options.handsetId
    this.#workspaceId = options.workspaceId
    this.#otherWorkspaces = options.otherWorkspaces
    this.#onError = options.onError
    const callStore = new CallStore(options.onError)
    this.#callStore = callStore
    this.get = callStore.get
    this.subscribe = callStore.subscribe
    this.commands = createCallCommands({ api: options.api, callStore, onError: options.onError })
    this.#joiner = createCallJoiner(options, callStore, this.commands)
    this.#serviceSync = syncWithService(options, callStore, {
      rejoin: (call) => void this.#joiner.joinCall(this.#toRejoin(call)),
      answer: (callId) => this.answer(callId),
    })
  }

  dial({ to, from, title, purpose }: DialRequest): void {
    const body = { handsetId: this.#handsetId, to, from, purpose }
    const join = () => this.#api('POST /calls', { body }).then(unwrap)
    void this.#joinAfterHold({ title: title ?? to, dialledNumber: to, join })
  }

  answer(callId: string): void {
    const ringing = this.get().incoming.find(({ call }) => call.id === callId)
    if (!ringing || ringing.isAnswering) return
    if (ringing.workspaceId !== this.#workspaceId) return void this.#answerInOtherWorkspace(ringing)
    this.#setAnswering(callId, true)
    const join = async () => {
      try {
        const input = { params: { call: callId }, body: { handsetId: this.#handsetId } }
        return unwrap(await this.#api('POST /calls/{call}/answer', input))
      } catch (error) {
        if (!isAnswerLimit(error)) this.#callStore.update((before) => removeIncomingCall(before, callId))
        throw error
      }
    }
    const answered = this.#joinAfterHold({ title: getTitle(ringing.call), dialledNumber: null, join })
    // It rings on when it was not answered, because of a limit, or because the active call could not be put on hold.
    void answered.then(() => this.#setAnswering(callId, false))
  }

  async decline(callId: string): Promise<void> {
    const ringing = this.get().incoming.find(({ call }) => call.id === callId)
    this.#callStore.update((before) => removeIncomingCall(before, callId))
    if (ringing && ringing.workspaceId !== this.#workspaceId)
      return await this.#otherWorkspaces.decline(ringing.workspaceId, callId).catch(this.#onError)
    await this.#callStore.runCommand(this.#api('POST /calls/{call}/decline', { params: { call: callId } }))
  }

  async sendToVoicemail(callId: string): Promise<void> {
    const ringing = this.get().incoming.find(({ call }) => call.id === callId)
    if (!ringing || ringing.isAnswering) return
    try {
      if (ringing.workspaceId !== this.#workspaceId)
        await this.#otherWorkspaces.sendToVoicemail(ringing.workspaceId, callId)
      else unwrap(await this.#api('POST /calls/{call}/voicemail', { params: { call: callId } }))
      this.#callStore.update((before) => removeIncomingCall(before, callId))
    } catch (error) {
      this.#onError(error)
    }
  }

  takeOver(callId: string): void {
    const call = this.get().remoteCalls.find(({ id }) => id === callId)
    if (call) void this.#joinAfterHold(this.#toRejoin(call))
  }

  async pickUp(callId: string, title: string): Promise<void> {
    const input = { params: { call: callId }, body: { handsetId: this.#handsetId } }
    const join = () => this.#api('POST /calls/{call}/pick-up', input).then(unwrap)
    await this.#joinAfterHold({ title, dialledNumber: null, join })
  }

  async hangUp(key: string): Promise<void> {
    const localCall = this.get().localCalls.find((each) => each.key === key)
    if (!localCall) return
    this.#joiner.cancel(key)
    localCall.leg.close()
    if (localCall.call) {
      const params = { call: localCall.call.id }
      await this.#callStore.runCommand(this.#api('POST /calls/{call}/hang-up', { params, body: {} }))
      void this.#serviceSync.refresh(localCall.call.id)
    }
    this.#callStore.update((before) => removeLocalCall(before, key))
  }

  showProblem(problem: CallProblem): void {
    this.#callStore.update((before) => ({ ...before, problem }))
  }

  dismissProblem(): void {
    this.#callStore.update((before) => ({ ...before, problem: null }))
  }

  dismissEnded(): void {
    this.#callStore.update((before) => ({ ...before, ended: null }))
  }

  close(): void {
    this.#serviceSync.close()
    this.#callStore.close()
  }

  async #answerInOtherWorkspace({ workspaceId, call }: IncomingCall): Promise<void> {
    // This phone is closed, and so would be its calls.
    if (this.get().localCalls.length > 0) return
    this.#setAnswering(call.id, true)
    setPendingAnswer(call.id)
    try {
      await this.#otherWorkspaces.open(workspaceId)
    } catch (error) {
      setPendingAnswer(null)
      this.#setAnswering(call.id, false)
      this.#onError(error)
    }
  }

  #setAnswering(callId: string, isAnswering: boolean): void {
    this.#callStore.update((before) => ({
      ...before,
      incoming: before.incoming.map((each) => (each.call.id === callId ? { ...each, isAnswering } : each)),
    }))
  }

  #toRejoin(call: Call): CallToJoin {
    const input = { params: { call: call.id }, body: { handsetId: this.#handsetId } }
    const join = () => this.#api('POST /calls/{call}/join', input).then(unwrap)
    return { title: getTitle(call), dialledNumber: null, join, call }
  }

  #joinAfterHold(call: CallToJoin): Promise<void> {
    return this.#joiner.joinCall(call, findActiveCall(this.get())?.key)
  }
}

function getTitle(call: Call): string {
  return call.name ?? call.number ?? ''
}

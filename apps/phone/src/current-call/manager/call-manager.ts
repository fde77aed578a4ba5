import { unwrap } from '@parley/client'
import type { Call } from '@parley/contract/phone'
import type { Store } from '@parley/primitives'
import type { PhoneApi } from '../../api/phone-api.ts'
import { type CallCommands, createCallCommands } from './call-commands.ts'
import type { CallManagerOptions } from './call-manager-options.ts'
import {
  type CallManagerState,
  type CallProblem,
  findActiveCall,
  removeIncomingCall,
  removeLocalCall,
} from './call-manager-state.ts'
import { CallStore } from './call-store.ts'
import { type CallJoiner, createCallJoiner } from './join-call.ts'
import { type ServiceSync, syncWithService } from './sync-with-service.ts'

export interface DialRequest {
  /** As typed. */
  readonly to: string
  /** E.164; the service selects one if omitted. */
  readonly from?: string
  /** Shown until the service responds. */
  readonly title?: string
}

/** Manages all calls of this tab: starts, answers, changes and ends them, and follows service events. */
export interface CallManager extends Store<CallManagerState> {
  /** Commands on active calls. */
  readonly commands: CallCommands
  dial(request: DialRequest): void
  answer(callId: string): void
  decline(callId: string): Promise<void>
  /** Takes over a call from another tab or device. */
  takeOver(callId: string): void
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
  readonly #callStore: CallStore
  readonly #joiner: CallJoiner
  readonly #serviceSync: ServiceSync

  readonly commands: CallCommands
  readonly get: Store<CallManagerState>['get']
  readonly subscribe: Store<CallManagerState>['subscribe']

  constructor(options: CallManagerOptions) {
    this.#api = options.api
    this.#handsetId = options.handsetId
    const callStore = new CallStore(options.onError)
    this.#callStore = callStore
    this.get = callStore.get
    this.subscribe = callStore.subscribe
    this.commands = createCallCommands({ api: options.api, callStore, onError: options.onError })
    this.#joiner = createCallJoiner(options, callStore)
    this.#serviceSync = syncWithService(options, callStore, (call) => this.#rejoin(call))
  }

  dial({ to, from, title }: DialRequest): void {
    void this.#putActiveOnHold()
    const body = { handsetId: this.#handsetId, to, from }
    void this.#joiner.joinCall(title ?? to, to, () => this.#api('POST /calls', { body }).then(unwrap))
  }

  answer(callId: string): void {
    const ringing = this.get().incoming.find(({ call }) => call.id === callId)
    if (!ringing || ringing.isAnswering) return
    this.#callStore.update((before) => ({
      ...before,
      incoming: before.incoming.map((each) => (each === ringing ? { ...each, isAnswering: true } : each)),
    }))
    void this.#putActiveOnHold()
    void this.#joiner.joinCall(getTitle(ringing.call), null, async () => {
      try {
        const input = { params: { call: callId }, body: { handsetId: this.#handsetId } }
        return unwrap(await this.#api('POST /calls/{call}/answer', input))
      } catch (error) {
        this.#callStore.update((before) => removeIncomingCall(before, callId))
        throw error
      }
    })
  }

  async decline(callId: string): Promise<void> {
    this.#callStore.update((before) => removeIncomingCall(before, callId))
    await this.#callStore.runCommand(this.#api('POST /calls/{call}/decline', { params: { call: callId } }))
  }

  takeOver(callId: string): void {
    const call = this.get().remoteCalls.find(({ id }) => id === callId)
    if (call) this.#rejoin(call)
  }

  async hangUp(key: string): Promise<void> {
    const localCall = this.get().localCalls.find((each) => each.key === key)
    if (!localCall) return
    this.#joiner.cancel(key)
    localCall.handset.close()
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

  #rejoin(call: Call): void {
    const input = { params: { call: call.id }, body: { handsetId: this.#handsetId } }
    void this.#joiner.joinCall(getTitle(call), null, () =>
      this.#api('POST /calls/{call}/join', input).then(unwrap),
    )
  }

  async #putActiveOnHold(): Promise<void> {
    const active = findActiveCall(this.get())
    if (active?.call) await this.commands.setOnHold(active.key, true)
  }
}

function getTitle(call: Call): string {
  return call.name ?? call.number ?? ''
}

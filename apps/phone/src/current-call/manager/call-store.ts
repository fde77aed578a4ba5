import { type Result, unwrap } from '@parley/client'
import type { Call } from '@parley/contract/phone'
import { createStore, type Store } from '@parley/primitives'
import { createCallLocks } from './call-locks.ts'
import {
  applyCall,
  type CallManagerState,
  isExpectedEnd,
  noCalls,
  removeIncomingCall,
  removeRemoteCall,
  updateLocalCall,
} from './call-manager-state.ts'
import { storeTabCallIds } from './handset-ids.ts'
import type { JoinResponse } from './local-call.ts'

const endedDisplayMs = 4_000

/** The state of the call manager, with its operations. */
export class CallStore implements Store<CallManagerState> {
  readonly #state = createStore<CallManagerState>(noCalls)
  readonly #locks = createCallLocks()
  readonly #onError: (error: unknown) => void
  #endedTimer: ReturnType<typeof setTimeout> | undefined
  /** The calls that the service has sent while the response to a join is awaited, in which they may be older. */
  readonly #received = new Map<string, Call>()

  readonly get = this.#state.get
  readonly subscribe = this.#state.subscribe

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  update(change: (before: CallManagerState) => CallManagerState): void {
    const before = this.get()
    const after = change(before)
    closeRemovedHandsets(before, after)
    if (after.ended !== null && after.ended !== before.ended) {
      clearTimeout(this.#endedTimer)
      if (isExpectedEnd(after.ended)) {
        const hide = () => this.update((now) => ({ ...now, ended: null }))
        this.#endedTimer = setTimeout(hide, endedDisplayMs)
      }
    }
    this.#state.set(after)
    const callIds = after.localCalls.flatMap(({ call }) => call?.id ?? [])
    storeTabCallIds(callIds)
    this.#locks.update(callIds)
  }

  /** Applies the current state of a call from the service. */
  applyCall(call: Call): void {
    const isJoinAwaited = this.get().localCalls.some((localCall) => localCall.call === null)
    if (isJoinAwaited) this.#received.set(call.id, call)
    else this.#received.clear()
    this.update((before) => applyCall(before, call))
  }

  /** Applies the response with which the service has joined this tab to a call, unless a newer state has arrived before. */
  applyJoin(key: string, { call, legId }: JoinResponse): void {
    this.update((before) => removeIncomingCall(updateLocalCall(before, key, { call, legId }), call.id))
    this.update((before) => removeRemoteCall(before, call.id))
    const received = this.#received.get(call.id)
    if (received) this.applyCall(received)
  }

  /** Awaits a request that changes a call and applies the result. Reports errors instead of throwing. */
  async runCommand(request: Promise<Result<Call, Error>>): Promise<void> {
    try {
      this.applyCall(unwrap(await request))
    } catch (error) {
      this.#onError(error)
    }
  }

  /** Returns the service id of a local call; null before the response. */
  getCallId(key: string): string | null {
    return this.getCall(key)?.id ?? null
  }

  /** Returns a local call; null before the response of the service. */
  getCall(key: string): Call | null {
    return this.get().localCalls.find((localCall) => localCall.key === key)?.call ?? null
  }

  /** Resolves when the service has assigned an id to a local call, or the call is over. */
  async waitForCallId(key: string): Promise<void> {
    const isAwaited = () =>
      this.get().localCalls.some((localCall) => localCall.key === key && localCall.call === null)
    if (!isAwaited()) return
    await new Promise<void>((resolve) => {
      const stop = this.subscribe(() => {
        if (isAwaited()) return
        stop()
        resolve()
      })
    })
  }

  close(): void {
    clearTimeout(this.#endedTimer)
    for (const { leg } of this.get().localCalls) leg.close()
  }
}

/** Closes the handsets of removed calls, which releases the microphone. */
function closeRemovedHandsets(before: CallManagerState, after: CallManagerState): void {
  for (const localCall of before.localCalls) {
    if (!after.localCalls.some(({ key }) => key === localCall.key)) localCall.leg.close()
  }
}

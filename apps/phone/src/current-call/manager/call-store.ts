import type { Call } from '@parley/contract/phone'
import { createStore, type Store } from '../../shell/hooks/store.ts'
import { createCallLocks } from './call-locks.ts'
import { applyCall, type CallManagerState, isExpectedEnd, noCalls } from './call-manager-state.ts'
import { storeTabCallIds } from './handset-ids.ts'

const endedDisplayMs = 4_000

/** The shared state of the call manager, with its operations. */
export interface CallStore extends Store<CallManagerState> {
  update(change: (before: CallManagerState) => CallManagerState): void
  /** Applies the current state of a call from the service. */
  applyCall(call: Call): void
  /** Awaits a request that changes a call and applies the result. Reports errors instead of throwing. */
  runCommand(work: Promise<Call>): Promise<void>
  /** Returns the service id of a local call; null before the response. */
  getCallId(key: string): string | null
  close(): void
}

export function createCallStore(onError: (error: unknown) => void): CallStore {
  const state = createStore<CallManagerState>(noCalls)
  const locks = createCallLocks()
  let endedTimer: ReturnType<typeof setTimeout> | undefined

  const update = (change: (before: CallManagerState) => CallManagerState) => {
    const before = state.get()
    const after = change(before)
    closeRemovedHandsets(before, after)
    if (after.ended !== null && after.ended !== before.ended) {
      clearTimeout(endedTimer)
      if (isExpectedEnd(after.ended)) {
        endedTimer = setTimeout(() => update((now) => ({ ...now, ended: null })), endedDisplayMs)
      }
    }
    state.set(after)
    const callIds = after.localCalls.flatMap(({ call }) => call?.id ?? [])
    storeTabCallIds(callIds)
    locks.update(callIds)
  }
  const take = (call: Call) => update((before) => applyCall(before, call))

  return {
    get: state.get,
    subscribe: state.subscribe,
    update,
    applyCall: take,
    async runCommand(work) {
      try {
        take(await work)
      } catch (error) {
        onError(error)
      }
    },
    getCallId: (key) => state.get().localCalls.find((localCall) => localCall.key === key)?.call?.id ?? null,
    close() {
      clearTimeout(endedTimer)
      for (const { handset } of state.get().localCalls) handset.close()
    },
  }
}

/** Closes the handsets of removed calls, which releases the microphone. */
function closeRemovedHandsets(before: CallManagerState, after: CallManagerState): void {
  for (const localCall of before.localCalls) {
    if (!after.localCalls.some(({ key }) => key === localCall.key)) localCall.handset.close()
  }
}

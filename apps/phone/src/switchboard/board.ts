import type { Call } from '@parley/contract/phone'
import { createCallLocks } from '../live/call-lock.ts'
import { rememberHeldCalls } from '../live/ids.ts'
import { createStore, type Store } from '../live/store.ts'
import { isEndExpected, nobodyCalls, type SwitchboardState, withCall } from './switchboard-state.ts'

const endedShownMs = 4_000

/** The shared state of the call manager, with its operations. */
export interface Board extends Store<SwitchboardState> {
  update(change: (before: SwitchboardState) => SwitchboardState): void
  /** Applies the current state of a call from the service. */
  take(call: Call): void
  /** Awaits a request that changes a call and applies the result. Reports errors instead of throwing. */
  change(work: Promise<Call>): Promise<void>
  /** Returns the service id of a local call; null before the response. */
  callIdOf(key: string): string | null
  close(): void
}

export function createBoard(onFailure: (error: unknown) => void): Board {
  const state = createStore<SwitchboardState>(nobodyCalls)
  const locks = createCallLocks()
  let endedTimer: ReturnType<typeof setTimeout> | undefined

  const update = (change: (before: SwitchboardState) => SwitchboardState) => {
    const before = state.get()
    const after = change(before)
    closeLeftHandsets(before, after)
    if (after.ended !== null && after.ended !== before.ended) {
      clearTimeout(endedTimer)
      if (isEndExpected(after.ended)) {
        endedTimer = setTimeout(() => update((now) => ({ ...now, ended: null })), endedShownMs)
      }
    }
    state.set(after)
    const callIds = after.localCalls.flatMap(({ call }) => call?.id ?? [])
    rememberHeldCalls(callIds)
    locks.hold(callIds)
  }
  const take = (call: Call) => update((before) => withCall(before, call))

  return {
    get: state.get,
    subscribe: state.subscribe,
    update,
    take,
    async change(work) {
      try {
        take(await work)
      } catch (error) {
        onFailure(error)
      }
    },
    callIdOf: (key) => state.get().localCalls.find((localCall) => localCall.key === key)?.call?.id ?? null,
    close() {
      clearTimeout(endedTimer)
      for (const { handset } of state.get().localCalls) handset.close()
    },
  }
}

/** Closes the handsets of removed calls, which releases the microphone. */
function closeLeftHandsets(before: SwitchboardState, after: SwitchboardState): void {
  for (const localCall of before.localCalls) {
    if (!after.localCalls.some(({ key }) => key === localCall.key)) localCall.handset.close()
  }
}

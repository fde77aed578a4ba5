import type { Call } from '@parley/contract/phone'
import { createCallLocks } from '../live/call-lock.ts'
import { rememberHeldCalls } from '../live/ids.ts'
import { createStore, type Store } from '../live/store.ts'
import { isEndExpected, nobodyCalls, type SwitchboardState, withCall } from './switchboard-state.ts'

const endedShownMs = 4_000

/** What the parts of a switchboard share: its state, and the ways to change it. */
export interface Board extends Store<SwitchboardState> {
  update(change: (before: SwitchboardState) => SwitchboardState): void
  /** A call as the service has it now. */
  take(call: Call): void
  /** Waits for a change of a call; what comes back is the call as it now stands. A failure is told, not thrown. */
  change(work: Promise<Call>): Promise<void>
  /** The id that the service gave an own call; null before it has answered. */
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
    const held = after.localCalls.flatMap(({ call }) => call?.id ?? [])
    rememberHeldCalls(held)
    locks.hold(held)
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

/** A handset whose call has left the board gives its microphone back. */
function closeLeftHandsets(before: SwitchboardState, after: SwitchboardState): void {
  for (const localCall of before.localCalls) {
    if (!after.localCalls.some(({ key }) => key === localCall.key)) localCall.handset.close()
  }
}

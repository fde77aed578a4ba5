import type { Store } from '@parley/primitives'
import type { CallManagerState } from './call-manager-state.ts'

/**
 * Returns a function that runs `action`: immediately, or, during a call, once after it, and `actionInCall`
 * immediately. `close` drops an action that waits.
 */
export function runAfterCalls(
  callManager: Store<CallManagerState>,
  action: () => void,
  actionInCall: () => void,
): { readonly run: () => void; readonly close: () => void } {
  const isInCall = () => callManager.get().localCalls.length > 0
  let isWaiting = false
  const close = callManager.subscribe(() => {
    if (!isWaiting || isInCall()) return
    isWaiting = false
    action()
  })
  return {
    run() {
      if (!isInCall()) return action()
      isWaiting = true
      actionInCall()
    },
    close,
  }
}

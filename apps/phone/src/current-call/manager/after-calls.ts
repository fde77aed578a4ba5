import type { Store } from '@parley/primitives'
import type { CallManagerState } from './call-manager-state.ts'

/**
 * Returns a function that runs `action`: immediately, or, during a call, once after it. `close` drops an
 * action that waits.
 */
export function runAfterCalls(
  callManager: Store<CallManagerState>,
  action: () => void,
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
      if (isInCall()) isWaiting = true
      else action()
    },
    close,
  }
}

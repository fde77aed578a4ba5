import { createStore } from '@parley/primitives'

/**
 * The id of the call that the user answered while another workspace was open. The call is
 * answered when its workspace is open.
 */
const pendingAnswer = createStore<string | null>(null)

export function setPendingAnswer(callId: string | null): void {
  pendingAnswer.set(callId)
}

/** Returns whether the user has answered this call. True once. */
export function takePendingAnswer(callId: string): boolean {
  if (pendingAnswer.get() !== callId) return false
  pendingAnswer.set(null)
  return true
}

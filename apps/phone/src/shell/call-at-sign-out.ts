import { createStore } from '@parley/primitives'

/** Whether this tab had a call when the phone was last closed, which the sign-in page then reports. */
const hadCall = createStore(false)

export function setCallAtSignOut(isInCall: boolean): void {
  hadCall.set(isInCall)
}

/** Returns whether this tab had a call when the phone was closed. True once. */
export function takeCallAtSignOut(): boolean {
  const result = hadCall.get()
  hadCall.set(false)
  return result
}

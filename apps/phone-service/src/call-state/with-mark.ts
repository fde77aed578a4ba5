import type { CallMark } from '@parley/contract/phone'
import type { CallState } from './call-state.ts'

/** Further marks are dropped, so that the row does not grow without bound. */
const maxMarks = 2_000
/**
 * Further digits are dropped: the far end sends them, each saves and publishes the call, and they must not
 * displace the marks of a recording.
 */
const maxDigits = 500

/** Adds a mark to the list of a call, unless it is full. */
export function withMark(state: CallState, mark: CallMark): CallState {
  if (state.marks.length >= maxMarks) return state
  if (mark.type === 'digit' && state.marks.filter(({ type }) => type === 'digit').length >= maxDigits)
    return state
  return { ...state, marks: [...state.marks, mark] }
}

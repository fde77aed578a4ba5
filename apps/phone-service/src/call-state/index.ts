export { type CallEvent, type CallLeg, type CallState, createCallState, isFull } from './call-state.ts'
export { nextCallState } from './next-call-state.ts'
export { reasonToEnd } from './reason-to-end.ts'

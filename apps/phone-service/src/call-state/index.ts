export {
  type CallEvent,
  type CallLeg,
  type CallPlayer,
  type CallState,
  createCallState,
  findWaitingCaller,
  isFull,
  isRecording,
  maxRecordings,
} from './call-state.ts'
export { nextCallState } from './next-call-state.ts'
export { reasonToEnd } from './reason-to-end.ts'

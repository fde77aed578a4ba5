export {
  type CallEvent,
  type CallLeg,
  type CallState,
  createCallState,
  nextCallState,
  reasonToEnd,
} from './call-state.ts'

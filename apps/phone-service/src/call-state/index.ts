export {
  type CallEvent,
  type CallState,
  type CallLeg,
  createCallState,
  nextCallState,
  reasonToEnd,
} from './call-state.ts'

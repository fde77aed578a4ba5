export {
  type CallEvent,
  type CallState,
  type LegInCall,
  newCallState,
  nextCallState,
  reasonToEnd,
} from './call-state.ts'

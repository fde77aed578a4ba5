export {
  type BegunStep,
  beginRouting,
  type CallRouting,
  callRouting,
  findStep,
  type NumberStep,
  type QueueStep,
  type RingStep,
  type RoutingStep,
  type VoicemailStep,
} from './call-routing.ts'
export {
  type CallEvent,
  type CallForwarding,
  type CallLeg,
  type CallParking,
  type CallPlayer,
  type CallQueue,
  type CallState,
  type CallTransfer,
  createCallState,
  findQueueStep,
  findWaitingCaller,
  isFull,
  isPresent,
  isRecording,
  maxRecordings,
} from './call-state.ts'
export { nextCallState } from './next-call-state.ts'
export { isUnansweredIncoming, reasonToEnd, toMissedReason } from './reason-to-end.ts'

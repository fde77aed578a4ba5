export {
  getParticipantKey,
  isRecording,
  isRecordingActive,
  isSystemCall,
  isTransferring,
} from './call-questions.ts'
export {
  type BegunStep,
  beginRouting,
  type CallRouting,
  callRouting,
  findStep,
  isForUserAlone,
  listPartNames,
  type MenuStep,
  type MenuTarget,
  type NumberStep,
  type QueueStep,
  type RingStep,
  type RoutingStep,
  type VoicemailStep,
} from './call-routing.ts'
export { isFull, maxRecordings } from './call-size.ts'
export {
  type CallEvent,
  type CallForwarding,
  type CallLeg,
  type CallMenu,
  type CallPlayer,
  type CallQueue,
  type CallState,
  type CallTransfer,
  createCallState,
  findForwardedUser,
  findMenuStep,
  findQueueStep,
  findWaitingCaller,
  isParticipant,
  isPresent,
} from './call-state.ts'
export { hasEmergencyService, isEmergencyService, wasEmergencyCall } from './emergency-service.ts'
export { nextCallState } from './next-call-state.ts'
export {
  findEndReason,
  findLastToLeave,
  isInVoicemail,
  isUnansweredIncoming,
  minMessageMs,
  toMissedReason,
} from './reason-to-end.ts'

export {
  countOpenAssignments,
  deleteAssignments,
  saveAssignment,
} from './assignments.ts'
export { hasAnyNumber, isAudibleTo, isReadableBy } from './call-conditions.ts'
export { insertCallEvents, isStoredEvent, type NumberedCallEvent } from './call-events.ts'
export { listCallPage, listCallsInOrder, measureCalls } from './call-pages.ts'
export {
  type CallTexts,
  findReadableCallForUpdate,
  listUsedTags,
  saveCallTexts,
} from './call-texts.ts'
export {
  addSlotToCall,
  countCallsOfConference,
  countMissed,
  deleteEndedCalls,
  findAudibleCall,
  findCall,
  findLastNotes,
  findReadableCall,
  hasCalls,
  insertCall,
  listCallsOfConferences,
  listIdleUsers,
  mergeStoredCalls,
  saveCall,
  saveRecordingDeletion,
} from './calls.ts'
export {
  findActiveCallForUpdate,
  listActiveCallsElsewhere,
  listActiveCallsOfSlots,
  listCallsEndedSince,
  listEndedCallIds,
  listNodesWithActiveCalls,
  listUnendedCalls,
  lockCall,
} from './calls-of-nodes.ts'
export { createCallRow } from './create-call-row.ts'
export { countUnansweredForwardings, isForwardedCall, type UnansweredForwardings } from './forwarded-calls.ts'
export { countParkedCalls, listStoredParkedCalls } from './parked-calls.ts'
export { toCallPayload } from './publish-call.ts'
export {
  countCallersOfMenus,
  countUnansweredOfCaller,
  isLeavingVoicemail,
  listQueuedCalls,
  listStoredWaitingCalls,
  type QueuedCall,
  takeQueuePlace,
} from './queued-calls.ts'
export { listRecentMissedCalls } from './recent-missed-calls.ts'
export {
  isAudibleCall,
  isFromTrunk,
  isKnownCall,
  isMissedCall,
  isOwnCall,
  isReadableCall,
  listRungUsers,
  ringsForUser,
  type StoredAssignment,
  type StoredCall,
} from './stored-call.ts'
export {
  type CallPeriod,
  type CallTotals,
  hasCallBefore,
  type NumberTotals,
  sumCalls,
  sumCostsOfNumbers,
  sumEarlierCalls,
  sumNumbers,
} from './sum-calls.ts'

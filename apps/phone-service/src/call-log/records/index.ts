export {
  addSlotToCall,
  type CallFilter,
  countCallsOfConference,
  countMissed,
  findCall,
  findLastNotes,
  findReadableCall,
  insertCall,
  listCallPage,
  listCallsOfConferences,
  saveCall,
  saveCallNotes,
  saveRecordingDeletion,
} from './calls.ts'
export {
  findActiveCallForUpdate,
  listActiveCallsElsewhere,
  listEndedCallIds,
  listNodesWithActiveCalls,
  listUnendedCalls,
} from './calls-of-nodes.ts'
export { isKnownCall, isMissedCall, isReadableCall, type StoredCall } from './stored-call.ts'

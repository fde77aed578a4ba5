export {
  addSlotToCall,
  type CallFilter,
  countMissed,
  findActiveCallForUpdate,
  findCall,
  findLastNotes,
  findReadableCall,
  insertCall,
  listCallPage,
  listCallsOfConferences,
  listEndedCallIds,
  listNodesWithActiveCalls,
  listUnendedCalls,
  saveCall,
  saveCallNotes,
  saveRecordingDeletion,
} from './calls.ts'
export { isKnownCall, isMissedCall, isReadableCall, type StoredCall } from './stored-call.ts'

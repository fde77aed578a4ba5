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
  listEndedCallIds,
  listNodesWithActiveCalls,
  listUnendedCalls,
  saveCall,
  saveCallNotes,
  saveRecordingDeletion,
} from './calls.ts'
export { isKnownCall, isReadableCall, type StoredCall } from './stored-call.ts'

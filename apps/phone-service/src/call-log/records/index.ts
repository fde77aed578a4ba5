export {
  addSlotToCall,
  type CallFilter,
  countMissed,
  findActiveCallForUpdate,
  findCall,
  findLastNotes,
  insertCall,
  listCallPage,
  listEndedCallIds,
  listNodesWithActiveCalls,
  listUnendedCalls,
  saveCall,
  saveCallNotes,
  saveRecordingDeletion,
} from './calls.ts'
export type { StoredCall } from './stored-call.ts'

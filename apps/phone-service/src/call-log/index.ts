import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import type { ActiveCallService } from './active-calls.ts'
import { deleteCallRecordings } from './delete-recordings.ts'
import { getCall } from './get-call.ts'
import { listCalls } from './list-calls.ts'
import { countMissedCalls, markMissedCallsSeen } from './missed-calls.ts'
import { saveNotes } from './save-notes.ts'

export type { ActiveCallService, LinkedRecordingControl } from './active-calls.ts'
export { isConferenceFull } from './conference-size.ts'
export { deleteAudioOfCall } from './delete-recordings.ts'
export {
  isWithEmergencyService,
  linkActiveCalls,
  listConnectedCalls,
  listHeardThrough,
  listRecordingCalls,
} from './linked-calls.ts'
export { deleteSeenAt, findSeenAt } from './missed-calls-seen.ts'
export {
  addSlotToCall,
  type CallPeriod,
  type CallTotals,
  countCallersOfMenus,
  countParkedCalls,
  countUnansweredForwardings,
  countUnansweredOfCaller,
  createCallRow,
  deleteEndedCalls,
  findActiveCallForUpdate,
  findCall,
  findLastNotes,
  findReadableCall,
  hasCalls,
  insertCall,
  insertCallEvents,
  isForwardedCall,
  isFromTrunk,
  isKnownCall,
  isMissedCall,
  isReadableCall,
  isStoredEvent,
  listActiveCallsElsewhere,
  listCallsEndedSince,
  listCallsInOrder,
  listEndedCallIds,
  listIdleUsers,
  listNodesWithActiveCalls,
  listQueuedCalls,
  listRecentMissedCalls,
  listRungUsers,
  listStoredParkedCalls,
  listStoredWaitingCalls,
  listUnendedCalls,
  mergeStoredCalls,
  type NumberedCallEvent,
  type QueuedCall,
  ringsForUser,
  type StoredCall,
  saveCall,
  saveCallNotes,
  sumCalls,
  sumCostsOfNumbers,
  sumNumbers,
  takeQueuePlace,
  type UnansweredForwardings,
} from './records/index.ts'
export { requireEndedCall } from './require-ended-call.ts'
export { serializeCall, serializeCalls } from './serialize-call.ts'
export { summarizeCalls } from './summarize-calls.ts'

export const callLogHandlers = {
  'GET /calls': listCalls,
  'GET /calls/missed/count': countMissedCalls,
  'POST /calls/missed/seen': markMissedCallsSeen,
  'GET /calls/{call}': getCall,
  'PUT /calls/{call}/notes': saveNotes,
  'DELETE /calls/{call}/recordings': deleteCallRecordings,
} satisfies Partial<PhoneHandlers<Services & ActiveCallService>>

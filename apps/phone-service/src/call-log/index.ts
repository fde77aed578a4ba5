import type { LiveService } from '../live/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import type { ActiveCallService } from './active-calls.ts'
import { deleteCallRecordings } from './delete-recordings.ts'
import { assignCall, countAssignedCalls, setAssignmentDone } from './details/assign-call.ts'
import { listTags } from './details/list-tags.ts'
import { saveNotes, saveTags } from './details/save-texts.ts'
import { getCall } from './get-call.ts'
import { listCalls } from './list-calls.ts'
import { countMissedCalls, markMissedCallsSeen } from './missed-calls.ts'

export type { ActiveCallService, LinkedRecordingControl } from './active-calls.ts'
export { isConferenceFull } from './conference-size.ts'
export { deleteAudioOfCall } from './delete-recordings.ts'
export { deleteUserAssignments } from './details/delete-assignments.ts'
export { findAssignee, isStillMember } from './details/find-assignee.ts'
export { listOnlineReaders, publishDetails } from './details/publish-details.ts'
export {
  type ErasedSubject,
  filterCallsMentioning,
  hasOpenCall,
  removeOwnNumber,
  selectCallsOfSubject,
} from './erasure/erased-calls.ts'
export {
  lockEndedCall,
  saveScrubbedCall,
  saveScrubbedState,
  withoutNameOfUser,
  withoutNumber,
  withoutNumberInState,
} from './erasure/scrub-call.ts'
export { withoutNameInJson, withoutNumberInJson } from './erasure/scrub-json.ts'
export { countExpiredCalls, type ExpiredKind, listExpiredCalls } from './expired-calls.ts'
export {
  belongsToEmergencyCall,
  isWithEmergencyService,
  linkActiveCalls,
  listConnectedCalls,
  listHeardThrough,
  listRecordingCalls,
} from './linked-calls.ts'
export { readCalls } from './list-calls.ts'
export { deleteSeenAt, findSeenAt } from './missed-calls-seen.ts'
export { findName, findNames, toAnyMember } from './names.ts'
export {
  addSlotToCall,
  type CallPeriod,
  type CallTexts,
  type CallTotals,
  countCallersOfMenus,
  countParkedCalls,
  countUnansweredForwardings,
  countUnansweredOfCaller,
  createCallRow,
  deleteEndedCalls,
  findActiveCallForUpdate,
  findAudibleCall,
  findCall,
  findLastNotes,
  findReadableCall,
  findReadableCallForUpdate,
  hasAnyNumber,
  hasCallBefore,
  hasCalls,
  insertCall,
  insertCallEvents,
  isAudibleCall,
  isAudibleTo,
  isForwardedCall,
  isFromTrunk,
  isKnownCall,
  isMissedCall,
  isReadableBy,
  isReadableCall,
  isStoredEvent,
  listActiveCallsElsewhere,
  listCallsEndedSince,
  listCallsInOrder,
  listCallsOfConferences,
  listEndedCallIds,
  listIdleUsers,
  listNodesWithActiveCalls,
  listQueuedCalls,
  listRecentMissedCalls,
  listRungUsers,
  listStoredParkedCalls,
  listStoredWaitingCalls,
  listUnendedCalls,
  measureCalls,
  mergeStoredCalls,
  type NumberedCallEvent,
  type QueuedCall,
  ringsForUser,
  type StoredCall,
  saveCall,
  saveCallTexts,
  sumCalls,
  sumCostsOfNumbers,
  sumEarlierCalls,
  sumNumbers,
  takeQueuePlace,
  toCallPayload,
  type UnansweredForwardings,
} from './records/index.ts'
export { toNumberKeys } from './records/stored-call.ts'
export { requireEndedCall } from './require-ended-call.ts'
export { requireNotErased } from './require-not-erased.ts'
export { serializeCall, serializeCalls } from './serialize-call.ts'
export { summarizeCalls } from './summarize-calls.ts'

export const callLogHandlers = {
  'GET /calls': listCalls,
  'GET /calls/tags': listTags,
  'GET /calls/assigned/count': countAssignedCalls,
  'GET /calls/missed/count': countMissedCalls,
  'POST /calls/missed/seen': markMissedCallsSeen,
  'GET /calls/{call}': getCall,
  'PUT /calls/{call}/notes': saveNotes,
  'PUT /calls/{call}/tags': saveTags,
  'PUT /calls/{call}/assignment': assignCall,
  'PUT /calls/{call}/assignment/done': setAssignmentDone,
  'DELETE /calls/{call}/recordings': deleteCallRecordings,
} satisfies Partial<PhoneHandlers<Services & ActiveCallService & LiveService & AuthenticationService>>

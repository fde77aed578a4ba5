import { calls, recordings } from '@parley/contract/phone'
import type { PhoneRouter, Services } from '../services.ts'
import { deleteCallRecordings } from './delete-recordings.ts'
import { getCall } from './get-call.ts'
import { listCalls } from './list-calls.ts'
import { countMissedCalls, markMissedCallsSeen } from './missed-calls.ts'
import { saveNotes } from './save-notes.ts'

export {
  addSlotToCall,
  findCall,
  findLastNotes,
  insertCall,
  listUnendedCalls,
  type StoredCall,
  saveCall,
  saveCallNotes,
} from './calls.ts'
export { serializeCall, serializeCalls } from './serialize-call.ts'

export function serveCallLog(serve: PhoneRouter, services: Services): void {
  serve(calls.listCalls, (request) => listCalls(services, request))
  serve(calls.countMissedCalls, (request) => countMissedCalls(services, request))
  serve(calls.markMissedCallsSeen, (request) => markMissedCallsSeen(services, request))
  serve(calls.getCall, (request) => getCall(services, request))
  serve(calls.saveNotes, (request) => saveNotes(services, request))
  serve(recordings.deleteCallRecordings, (request) => deleteCallRecordings(services, request))
}

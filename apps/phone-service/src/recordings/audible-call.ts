import { findReadableCall, isAudibleCall } from '../call-log/records/index.ts'
import type { Reader } from '../request-context/index.ts'
import type { Services } from '../services.ts'

/** Returns a call whose audio a user may hear, or null. */
export async function findAudibleCall(
  { database }: Pick<Services, 'database'>,
  user: Reader,
  callId: string,
) {
  const call = await findReadableCall(database, user, callId)
  return call && isAudibleCall(call, user) ? call : null
}

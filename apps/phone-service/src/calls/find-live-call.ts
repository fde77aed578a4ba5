import { PhoneError } from '@parley/contract/phone'
import type { Caller } from '../access/index.ts'
import { findCall } from '../call-log/index.ts'
import type { LegInCall } from '../call-state/index.ts'
import type { LiveCall } from '../live-calls/index.ts'
import type { Services } from '../services.ts'

/**
 * Returns the session of an active call in the user's workspace.
 *
 * @throws {PhoneError} `CALL_NOT_FOUND`, also for calls of other workspaces; `CALL_ENDED`
 */
export async function findLiveCall(
  { database, liveCalls }: Pick<Services, 'database' | 'liveCalls'>,
  caller: Caller,
  callId: string,
): Promise<LiveCall> {
  const session = liveCalls.get(callId)
  if (session && session.stored.workspaceId === caller.workspaceId) {
    if (session.stored.state.phase === 'ended') throw new PhoneError('CALL_ENDED', { callId })
    return session
  }
  const stored = session ? null : await findCall(database, caller.workspaceId, callId)
  if (stored) throw new PhoneError('CALL_ENDED', { callId })
  throw new PhoneError('CALL_NOT_FOUND')
}

/**
 * Returns the browser leg of the user in the call.
 *
 * @throws {PhoneError} `NOT_IN_CALL`
 */
export function legOfCaller(session: LiveCall, caller: Caller): LegInCall {
  const legs = session.stored.state.legs
  const leg = legs.find((one) => one.userId === caller.userId && one.state !== 'left')
  if (!leg) throw new PhoneError('NOT_IN_CALL')
  return leg
}

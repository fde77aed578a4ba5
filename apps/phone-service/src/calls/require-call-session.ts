import { PhoneError } from '@parley/contract/phone'
import {
  belongsToEmergencyCall,
  findCall,
  isKnownCall,
  linkActiveCalls,
  requireEndedCall,
} from '../call-log/index.ts'
import type { CallSession, CallSessionService } from '../call-sessions/index.ts'
import { type CurrentUser, enforceCallsPerDay } from '../request-context/index.ts'
import type { Services } from '../services.ts'

/**
 * Returns the session of an active call in the user's workspace.
 *
 * @throws {PhoneError} `CALL_NOT_FOUND`, also for calls of other workspaces and other members;
 * `CALL_ENDED`; `CALL_ON_OTHER_SERVER`
 */
export async function requireCallSession(
  { database, callSessions }: Pick<Services, 'database'> & CallSessionService,
  user: CurrentUser,
  callId: string,
): Promise<CallSession> {
  const session = callSessions.get(callId)
  const stored = session?.stored ?? (await findCall(database, user.workspaceId, callId))
  if (!stored || !isKnownCall(stored, user)) throw new PhoneError('CALL_NOT_FOUND')
  if (session && stored.state.phase !== 'ended') return session
  requireEndedCall(stored)
  throw new PhoneError('CALL_ENDED', { callId })
}

/**
 * Returns the session of an active call that a user answers or changes, and counts this against the limits of a day,
 * unless an emergency service takes part in the call, or in one to which it belongs.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`, and as {@link requireCallSession}
 */
export async function requireChangeableSession(
  services: Pick<Services, 'database' | 'rateLimits'> & CallSessionService,
  user: CurrentUser,
  callId: string,
  kind: 'starts' | 'changes' = 'changes',
): Promise<CallSession> {
  const session = await requireCallSession(services, user, callId)
  await countCallChange(services, user, [session], kind)
  return session
}

/** Counts a change of calls as {@link requireChangeableSession}. @throws {PhoneError} `TOO_MANY_REQUESTS` */
export async function countCallChange(
  services: Pick<Services, 'rateLimits'> & CallSessionService,
  user: CurrentUser,
  sessions: readonly CallSession[],
  kind: 'starts' | 'changes' = 'changes',
): Promise<void> {
  const links = linkActiveCalls(services)
  if (sessions.some(({ stored }) => belongsToEmergencyCall(stored, links))) return
  await enforceCallsPerDay(services, user, kind)
}

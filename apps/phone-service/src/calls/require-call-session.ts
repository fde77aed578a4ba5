import { PhoneError } from '@parley/contract/phone'
import { findCall, isKnownCall, requireEndedCall } from '../call-log/index.ts'
import type { CallSession, CallSessionService } from '../call-sessions/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
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

import { PhoneError } from '@parley/contract/phone'
import { findCall, requireEndedCall } from '../call-log/index.ts'
import type { CallSession, CallSessionService } from '../call-sessions/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import type { Services } from '../services.ts'

/**
 * Returns the session of an active call in the user's workspace.
 *
 * @throws {PhoneError} `CALL_NOT_FOUND`, also for calls of other workspaces; `CALL_ENDED`;
 * `CALL_ON_OTHER_SERVER`
 */
export async function requireCallSession(
  { database, callSessions }: Pick<Services, 'database'> & CallSessionService,
  user: CurrentUser,
  callId: string,
): Promise<CallSession> {
  const session = callSessions.get(callId)
  if (session && session.stored.workspaceId === user.workspaceId) {
    if (session.stored.state.phase === 'ended') throw new PhoneError('CALL_ENDED', { callId })
    return session
  }
  const stored = session ? null : await findCall(database, user.workspaceId, callId)
  if (!stored) throw new PhoneError('CALL_NOT_FOUND')
  requireEndedCall(stored)
  throw new PhoneError('CALL_ENDED', { callId })
}

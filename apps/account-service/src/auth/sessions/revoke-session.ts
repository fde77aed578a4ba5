import { KnownError, type ResponseOf } from '@parley/contract'
import type { sessions } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { rejectImpersonation } from '../step-up/index.ts'
import { endSession } from './end-session.ts'
import { findSession, type Session } from './records/index.ts'

type Revoke = typeof sessions.revokeSession

export async function revokeSession(
  { database, now }: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<Revoke>,
): Promise<ResponseOf<Revoke>> {
  const { project, accessType, user, sessionId, params, query } = request
  rejectImpersonation(request)
  const session = await findSession(database, project.id, params.id, now())
  const isSeen =
    session !== null &&
    (query.user_id === undefined || query.user_id === session.userId) &&
    (accessType !== 'client' || isVisibleTo(user?.id ?? null, session, project))
  if (!isSeen) throw new PlainTextError(404, 'Session not found.')
  if (session.id === sessionId) throw new KnownError('CANNOT_DELETE_CURRENT_SESSION')

  await request.transaction(async (transaction) => {
    await endSession(transaction, project.id, session.id)
    await transaction.audit(
      'session.revoked',
      { type: 'session', id: session.id },
      { userId: session.userId },
    )
  })
  return { success: true }
}

/**
 * Impersonation sessions are visible to the impersonated user, who may revoke them, if the project restricts
 * impersonation.
 */
function isVisibleTo(userId: string | null, session: Session, { settings }: Project): boolean {
  return session.userId === userId && (!session.isImpersonation || settings.restricts_impersonation)
}

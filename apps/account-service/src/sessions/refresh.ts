import { KnownError, type ResponseOf } from '@parley/contract'
import type { sessions } from '@parley/contract/account'
import type { HttpCall } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import type { SignedToken } from './access-tokens.ts'
import { noteActivity } from './activity.ts'
import { agentOf } from './agent.ts'
import { deleteSession, findSessionByRefreshToken, type Session, touchSession } from './sessions.ts'

type Refresh = typeof sessions.refreshCurrentSession
type Needs = Pick<Services, 'database' | 'accessTokens' | 'now'>

interface Refreshing {
  readonly project: Project
  readonly refreshToken: string
  readonly call: HttpCall
}

/**
 * Issues a new access token for a session.
 *
 * @throws {KnownError} REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED
 */
export async function refreshSession(
  services: Needs,
  { project, refreshToken, call }: Refreshing,
): Promise<SignedToken> {
  const { database, accessTokens, now } = services
  const session = await findSessionByRefreshToken(database, project.id, refreshToken, now())
  if (!session) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  if (hasWandered(project, session, call)) await endWandered(services, session, call)
  if (!(await touchSession(database, session.id, call.ip, now())))
    throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')

  await noteActivity(database, session, now())
  return await accessTokens.sign({ userId: session.userId, projectId: project.id, sessionId: session.id })
}

export async function refreshCurrentSession(
  services: Needs,
  { project, refreshToken, call }: ServedRequest<Refresh>,
): Promise<ResponseOf<Refresh>> {
  if (refreshToken === null)
    throw new KnownError('SCHEMA_ERROR', {
      message: `The request ${call.method} /api/v1/auth/sessions/current/refresh is malformed:\n  - header x-stack-refresh-token: is required`,
    })
  const { token } = await refreshSession(services, { project, refreshToken, call })
  return { access_token: token }
}

/** Whether the refresh token is used by another browser family than at sign-in: it may have been stolen. */
function hasWandered({ settings }: Project, { agent }: Session, { userAgent }: HttpCall): boolean {
  return settings.ends_sessions_on_agent_change && agent !== null && agent !== agentOf(userAgent)
}

async function endWandered({ database, now }: Needs, session: Session, call: HttpCall): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await deleteSession(transaction, session.projectId, session.id)
    await recordAudit(transaction, {
      projectId: session.projectId,
      actor: { type: 'service', id: null },
      action: 'session.ended',
      subject: { type: 'session', id: session.id },
      details: { reason: 'another kind of browser', began: session.agent, came: agentOf(call.userAgent) },
      call,
      at: now(),
    })
  })
}

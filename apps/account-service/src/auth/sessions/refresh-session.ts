import { KnownError } from '@parley/contract'
import type { RequestInfo } from '@parley/server/http'
import type { RequestContext } from '../../platform/request-context/index.ts'
import { serviceActor } from '../../platform/service-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { endSession } from './end-session.ts'
import { findSessionByRefreshToken, recordActivity, type Session, touchSession } from './records/index.ts'
import type { AccessTokenService, SignedToken } from './tokens/index.ts'
import { classifyUserAgent, isSameAgent } from './user-agent.ts'

type Deps = Pick<Services, 'database' | 'now'> & AccessTokenService

/**
 * Issues a new access token for a session.
 *
 * @throws {KnownError} REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED
 */
export async function refreshSession(
  services: Deps,
  request: RequestContext,
  refreshToken: string,
): Promise<SignedToken> {
  const { project, info } = request
  const { database, accessTokens, now } = services
  const session = await findSessionByRefreshToken(database, project.id, refreshToken, now())
  if (!session) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  if (hasAgentChanged(project, session, info)) {
    await endSessionOnAgentChange(request, session)
    throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  }
  if (!(await touchSession(database, session.id, info.ip, now())))
    throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  if (!(await recordActivity(database, session, now())))
    throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')

  return await accessTokens.sign({ userId: session.userId, projectId: project.id, sessionId: session.id })
}

/**
 * Whether the refresh token is used by another browser family than at sign-in, or by a program: it may have
 * been stolen.
 */
export function hasAgentChanged(
  { settings }: Project,
  { agent }: Session,
  { userAgent }: RequestInfo,
): boolean {
  return (
    settings.ends_sessions_on_agent_change &&
    agent !== null &&
    !isSameAgent(agent, classifyUserAgent(userAgent))
  )
}

export async function endSessionOnAgentChange(request: RequestContext, session: Session): Promise<void> {
  await request.transaction(async (transaction) => {
    await endSession(transaction, session.projectId, session.id)
    await transaction.as(serviceActor).audit(
      'session.ended',
      { type: 'session', id: session.id },
      {
        reason: 'another kind of browser',
        began: session.agent,
        came: classifyUserAgent(request.info.userAgent),
      },
    )
  })
}

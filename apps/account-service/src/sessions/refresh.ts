import { KnownError, type ResponseOf } from '@parley/contract'
import type { sessions } from '@parley/contract/account'
import type { HttpCall } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import type { SignedToken } from './access-tokens.ts'
import { noteActivity } from './activity.ts'
import { findSessionByRefreshToken, touchSession } from './sessions.ts'

type Refresh = typeof sessions.refreshCurrentSession
type Needs = Pick<Services, 'database' | 'accessTokens' | 'now'>

/**
 * Issues another access token for a session.
 *
 * @throws {KnownError} REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED
 */
export async function refreshSession(
  { database, accessTokens, now }: Needs,
  { projectId, refreshToken, call }: { projectId: string; refreshToken: string; call: HttpCall },
): Promise<SignedToken> {
  const session = await findSessionByRefreshToken(database, projectId, refreshToken, now())
  if (!session || !(await touchSession(database, session.id, call.ip, now())))
    throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')

  await noteActivity(database, session.userId, now())
  return await accessTokens.sign({ userId: session.userId, projectId, sessionId: session.id })
}

export async function refreshCurrentSession(
  services: Needs,
  { project, refreshToken, call }: ServedRequest<Refresh>,
): Promise<ResponseOf<Refresh>> {
  if (refreshToken === null)
    throw new KnownError('SCHEMA_ERROR', {
      message: `The request ${call.method} /api/v1/auth/sessions/current/refresh is malformed:\n  - header x-stack-refresh-token: is required`,
    })
  const { token } = await refreshSession(services, { projectId: project.id, refreshToken, call })
  return { access_token: token }
}

import { isIP } from 'node:net'
import { KnownError, type ResponseOf } from '@parley/contract'
import { sessions } from '@parley/contract/account'
import type { EndpointRequest } from '../../../platform/request-context/index.ts'
import { serviceActor } from '../../../platform/service-context/index.ts'
import type { Services } from '../../../services.ts'
import { endSession } from '../end-session.ts'
import { missingRefreshToken } from '../missing-refresh-token.ts'
import {
  advanceRotation,
  findRotatingSession,
  type RotatingSession,
  recordActivity,
  type Session,
} from '../records/index.ts'
import { endSessionOnAgentChange, hasAgentChanged } from '../refresh-session.ts'
import type { AccessTokenService } from '../tokens/index.ts'
import { createRotatedToken, isIssued, parseRotatedToken } from './rotated-tokens.ts'

type Rotate = typeof sessions.rotateCurrentSession
type Deps = Pick<Services, 'database' | 'secrets' | 'log' | 'now'> & AccessTokenService

/**
 * How long a replaced refresh token returns its successor, for tabs that refresh concurrently and for lost
 * responses. Milliseconds. The session endpoint of the kit gives up earlier.
 */
const graceMs = 10_000

/**
 * Replaces the refresh token of a session. A replaced token that is used after the grace period has been
 * stolen or copied (RFC 9700, section 4.14.2): the session ends. The first token has no grace period.
 *
 * @throws {KnownError} REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED
 */
export async function rotateCurrentSession(
  services: Deps,
  request: EndpointRequest<Rotate>,
): Promise<ResponseOf<Rotate>> {
  const { project, info, refreshToken } = request
  if (refreshToken === null) throw missingRefreshToken(info, 'rotate')
  const found = await findPresented(services, project.id, refreshToken)
  if (!found) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  const { session } = found.rotating
  if (hasAgentChanged(project, session, info)) {
    await endSessionOnAgentChange(request, session)
    throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  }
  const rotation = await replaceToken(services, request, found)
  if (rotation === null) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  if (!(await recordActivity(services.database, session, services.now())))
    throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  const { token } = await services.accessTokens.sign({
    userId: session.userId,
    projectId: project.id,
    sessionId: session.id,
  })
  return {
    access_token: token,
    refresh_token: createRotatedToken(
      services.secrets,
      { sessionId: session.id, rotation },
      found.rotating.firstTokenHash,
    ),
    expires_at_millis: session.expiresAt.getTime(),
  }
}

/** A refresh token that the server issued for an active session. */
interface PresentedToken {
  /** Number of the rotation that issued it; 0 for the first token of a session. */
  readonly rotation: number
  readonly rotating: RotatingSession
}

async function findPresented(
  { database, secrets, now }: Pick<Services, 'database' | 'secrets' | 'now'>,
  projectId: string,
  refreshToken: string,
): Promise<PresentedToken | null> {
  const claimed = parseRotatedToken(refreshToken)
  const by = claimed ? { id: claimed.sessionId } : { firstToken: refreshToken }
  const rotating = await findRotatingSession(database, projectId, by, now())
  if (!rotating) return null
  if (claimed && !isIssued(secrets, refreshToken, claimed, rotating.firstTokenHash)) return null
  return { rotation: claimed?.rotation ?? 0, rotating }
}

/**
 * Returns the rotation of the token that replaces the presented one; null after ending the session, for a
 * reused token.
 */
async function replaceToken(
  services: Deps,
  request: EndpointRequest<Rotate>,
  { rotation, rotating }: PresentedToken,
): Promise<number | null> {
  const { database, now } = services
  const { session } = rotating
  const isLatest = session.rotation === rotation
  if (isLatest && (await advanceRotation(database, session, readEndUserIp(request), now())))
    return rotation + 1

  // Another request may have replaced it a moment ago.
  const latest = await findRotatingSession(database, session.projectId, { id: session.id }, now())
  if (!latest) return null
  if (rotation > 0 && latest.session.rotation === rotation + 1 && isRecent(latest, now()))
    return latest.session.rotation
  await endReusedSession(services, request, session)
  return null
}

/**
 * Returns the IP address of the user: that of the request, or the one that an application's back end names.
 */
function readEndUserIp({ accessType, info }: EndpointRequest<Rotate>): string | null {
  if (accessType === 'client') return info.ip
  const named = info.headers[sessions.endUserIpHeader]
  return typeof named === 'string' && isIP(named) !== 0 ? named : null
}

function isRecent({ rotatedAt }: RotatingSession, now: Date): boolean {
  return rotatedAt !== null && now.getTime() - rotatedAt.getTime() <= graceMs
}

async function endReusedSession(
  { log }: Deps,
  request: EndpointRequest<Rotate>,
  { id, projectId, userId }: Session,
): Promise<void> {
  log.warn('refresh_token.used_again', { projectId, userId, requestId: request.info.requestId })
  await request.transaction(async (transaction) => {
    if (!(await endSession(transaction, projectId, id))) return
    await transaction
      .as(serviceActor)
      .audit('session.ended', { type: 'session', id }, { reason: 'refresh token used again' })
  })
}

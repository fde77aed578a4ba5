import { KnownError, type ResponseOf } from '@parley/contract'
import type { cli } from '@parley/contract/account'
import { hashToken, type RateLimit } from '@parley/server'
import { CustomResponse, tooManyRequests } from '@parley/server/http'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findSession } from '../sessions/records/index.ts'
import { type CliLogin, collectCliLogin, findCliLogin } from './cli-logins.ts'
import { refreshTokenPurpose } from './complete.ts'

type Poll = typeof cli.pollCliLogin

/** Clients poll every one or two seconds; faster polling is throttled (RFC 8628, section 3.5). */
const perCode: RateLimit = { name: 'cli-poll-by-code', attempts: 60, windowMs: 60_000 }

export async function pollCliLogin(
  services: Pick<Services, 'database' | 'rateLimits' | 'secrets' | 'now'>,
  request: EndpointRequest<Poll>,
): Promise<ResponseOf<Poll> | CustomResponse<ResponseOf<Poll>>> {
  const { project, body } = request
  const { database, secrets, rateLimits, now } = services
  const pollingCode = body.polling_code.toLowerCase()
  const verdict = await rateLimits.consume(perCode, hashToken(pollingCode))
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
  const login = await findCliLogin(database, project.id, { pollingCode })
  if (!login) throw new KnownError('INVALID_POLLING_CODE')

  if (login.expiresAt <= now()) return { status: 'expired' }
  if (login.collectedAt !== null) return { status: 'used' }
  if (login.completedAt === null) return { status: 'waiting' }
  const session = await findApprovingSession(services, login)
  if (!session || login.sealedRefreshToken === null) return { status: 'expired' }

  const refreshToken = secrets.open(login.sealedRefreshToken, refreshTokenPurpose(login.id))
  const isCollected = await request.transaction(async (transaction) => {
    if (!(await collectCliLogin(transaction, login.id, now()))) return false
    await transaction
      .as({ type: 'user', id: session.userId })
      .audit('cli_login.collected', { type: 'session', id: session.id })
    return true
  })
  if (!isCollected) return { status: 'used' }
  return new CustomResponse({ status: 201, body: { status: 'success', refresh_token: refreshToken } })
}

/** Returns the session that approved a login, or null if it has ended since. */
async function findApprovingSession({ database, now }: Pick<Services, 'database' | 'now'>, login: CliLogin) {
  if (login.sessionId === null) return null
  return await findSession(database, login.projectId, login.sessionId, now())
}

import { KnownError, type ResponseOf } from '@parley/contract'
import type { cli } from '@parley/contract/account'
import { apiBase, describeProblems, PlainTextError } from '@parley/server/http'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { lockUser } from '../../users/records/index.ts'
import { hasTotp } from '../mfa/index.ts'
import { startSession } from '../sessions/index.ts'
import { findSession, findSessionByRefreshToken, type Session } from '../sessions/records/index.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import { approveCliLogin } from './cli-logins.ts'
import { findOpenLogin, loginNotOpen } from './find-open-login.ts'

type Complete = typeof cli.completeCliLogin
type Deps = Pick<Services, 'database' | 'secrets' | 'options' | 'now'>

export const refreshTokenPurpose = (loginId: string) => `refresh token of login ${loginId}`

export async function completeCliLogin(
  services: Deps,
  request: EndpointRequest<Complete>,
): Promise<ResponseOf<Complete>> {
  const { project, user, body } = request
  const { secrets, now } = services
  const login = await findOpenLogin(services, project, body.login_code)
  const session = await findApprovingSession(services, request)
  if (user && user.id !== session.userId)
    throw new PlainTextError(400, 'You can approve this login only with your own session.')
  await requireSecondFactor(services, project, session)

  await request.transaction(async (transaction) => {
    // It may have ended since, because the account has changed hands.
    await lockUser(transaction, session.userId)
    if (!(await findSession(transaction, project.id, session.id, now()))) throw sessionEnded()
    const { sessionId, refreshToken } =
      body.refresh_token === undefined
        ? await startCliSession(services, transaction, request, session)
        : { sessionId: session.id, refreshToken: body.refresh_token }
    const sealedRefreshToken = secrets.seal(refreshToken, refreshTokenPurpose(login.id))
    if (!(await approveCliLogin(transaction, login.id, { sessionId, sealedRefreshToken }, now())))
      throw loginNotOpen()
    await transaction
      .as({ type: 'user', id: session.userId })
      .audit('cli_login.approved', { type: 'session', id: sessionId }, { begunFrom: login.ip })
  })
  return { success: true }
}

function sessionEnded(): PlainTextError {
  return new PlainTextError(400, 'The session that approves this login has ended. Sign in again.')
}

/**
 * Returns the session of the refresh token; without one, the session of the signed-in user if it replaces its
 * tokens.
 */
async function findApprovingSession(
  { database, now }: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<Complete>,
): Promise<Session> {
  const { project, body, session: current, info } = request
  if (body.refresh_token !== undefined) {
    const session = await findSessionByRefreshToken(database, project.id, body.refresh_token, now())
    if (session) return session
    throw sessionEnded()
  }
  if (current !== null && current.rotation > 0) {
    requireOwnRecentSession(request, now())
    return current
  }
  throw new KnownError('SCHEMA_ERROR', {
    message: describeProblems(info.method, `${apiBase}/auth/cli/complete`, [
      'body.refresh_token: is required',
    ]),
  })
}

/**
 * The session that approves with its access token alone gives the command line a session that outlives it, so
 * the user must have authenticated recently, and in person.
 */
function requireOwnRecentSession(request: EndpointRequest<Complete>, now: Date): void {
  if (request.session?.isImpersonation)
    throw new PlainTextError(400, 'You cannot approve this login as another user.')
  try {
    requireRecentAuthentication(request, now)
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    throw new PlainTextError(400, 'Sign in again before you approve this login.')
  }
}

/** Starts the session of the command line. It has not authenticated the user itself, and has no agent. */
async function startCliSession(
  services: Deps,
  transaction: ServiceTransaction,
  { project, info }: EndpointRequest<Complete>,
  approving: Session,
) {
  const { id, refreshToken } = await startSession(services, transaction, {
    projectId: project.id,
    userId: approving.userId,
    method: 'cli',
    by: 'server',
    hasSecondFactor: approving.secondFactorAt !== null,
    expiresAt: approving.expiresAt,
    info,
  })
  return { sessionId: id, refreshToken }
}

/**
 * Approving a login creates a sign-in: if the project requires the second factor for every sign-in method,
 * the session must have it.
 */
async function requireSecondFactor(
  { database }: Pick<Services, 'database'>,
  { settings }: Project,
  session: Session,
): Promise<void> {
  if (!settings.second_factor_on_every_way_in || session.secondFactorAt !== null) return
  if (await hasTotp(database, session.userId))
    throw new PlainTextError(400, 'Sign in again with your second factor before you approve this login.')
}

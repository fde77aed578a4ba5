import type { ResponseOf } from '@parley/contract'
import type { cli } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { hasTotp } from '../mfa/index.ts'
import { findSessionByRefreshToken, type Session } from '../sessions/records/index.ts'
import { approveCliLogin } from './cli-logins.ts'
import { findOpenLogin, loginNotOpen } from './find-open-login.ts'

type Complete = typeof cli.completeCliLogin

export const refreshTokenPurpose = (loginId: string) => `refresh token of login ${loginId}`

export async function completeCliLogin(
  services: Pick<Services, 'database' | 'secrets' | 'now'>,
  request: EndpointRequest<Complete>,
): Promise<ResponseOf<Complete>> {
  const { project, user, body } = request
  const { database, secrets, now } = services
  const login = await findOpenLogin(services, project, body.login_code)
  const session = await findSessionByRefreshToken(database, project.id, body.refresh_token, now())
  if (!session)
    throw new PlainTextError(400, 'The session that approves this login has ended. Sign in again.')
  if (user && user.id !== session.userId)
    throw new PlainTextError(400, 'You can approve this login only with your own session.')
  await requireSecondFactor(services, project, session)

  const sealedRefreshToken = secrets.seal(body.refresh_token, refreshTokenPurpose(login.id))
  await request.transaction(async (transaction) => {
    const approval = { sessionId: session.id, sealedRefreshToken }
    if (!(await approveCliLogin(transaction, login.id, approval, now()))) throw loginNotOpen()
    await transaction
      .as({ type: 'user', id: session.userId })
      .audit('cli_login.approved', { type: 'session', id: session.id }, { begunFrom: login.ip })
  })
  return { success: true }
}

/**
 * Approving a login creates a sign-in: if the project requires the second factor for every sign-in method, the session
 * must have it.
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

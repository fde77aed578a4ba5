import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import { hashToken, type RateLimit } from '@parley/server'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { notifySignInChange } from '../../users/contact-channels/index.ts'
import { endUserSessions } from '../sessions/index.ts'
import { findSessionByRefreshToken, type Session } from '../sessions/records/index.ts'
import { rejectImpersonation } from '../step-up/index.ts'
import {
  checkPasswordPolicy,
  findPasswordHash,
  type PasswordService,
  replacePassword,
  toHashingClient,
} from './hashes/index.ts'

type Update = typeof password.updatePassword

/** Wrong old passwords of one user: a stolen access token must not allow guessing the password. */
const perUser: RateLimit = {
  name: 'password-update-by-user',
  attempts: 10,
  windowMs: 15 * 60_000,
  kind: 'sliding',
}

export async function updatePassword(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'now'> & PasswordService,
  request: EndpointRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { database, passwords, rateLimits, now } = services
  const { project, user, body, info } = request
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
  await checkPasswordPolicy({
    project,
    password: body.new_password,
    email: user.primaryEmail,
    displayName: user.displayName,
  })
  rejectImpersonation(request)
  const old = await findPasswordHash(database, user.id)
  if (old === null) throw new KnownError('USER_DOES_NOT_HAVE_PASSWORD')

  const counter = hashToken(user.id)
  const { matches, verdict } = await passwords.matches(body.old_password, old, toHashingClient(request), () =>
    rateLimits.consume(perUser, counter),
  )
  if (!matches || !verdict.isAllowed) throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
  await rateLimits.reset([{ limit: perUser, key: counter }])

  const hash = await passwords.hash(body.new_password, toHashingClient(request))
  const currentSession = await findCurrentSession(services, request)
  await request.transaction(async (transaction) => {
    if (!(await replacePassword(transaction, user.id, { from: old, to: hash }, now())))
      throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
    const exceptId = currentSession?.userId === user.id ? currentSession.id : null
    await endUserSessions(transaction, { projectId: project.id, userId: user.id, exceptId }, now())
    await notifySignInChange(services, transaction, {
      project,
      userId: user.id,
      change: 'password-changed',
      info,
    })
    await transaction.audit('password.changed', { type: 'user', id: user.id })
  })
  return { success: true }
}

/**
 * Returns the session that continues: that of the refresh token. A rotating session has none that scripts can
 * read.
 */
async function findCurrentSession(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, refreshToken, session }: EndpointRequest<Update>,
): Promise<Session | null> {
  if (refreshToken === null) return session !== null && session.rotation > 0 ? session : null
  return await findSessionByRefreshToken(database, project.id, refreshToken, now())
}

import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import { hashToken, type RateLimit } from '@parley/server'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { tellSignInChange } from '../contact-channels/index.ts'
import { checkChosenPassword, findPasswordHash, replacePassword } from '../password-hashes/index.ts'
import type { Services } from '../services.ts'
import { endSessionsOf, findSessionByRefreshToken } from '../sessions/index.ts'
import { refuseImpersonation } from '../step-up/index.ts'

type Update = typeof password.updatePassword

/** Wrong old passwords of one user: a stolen access token must not allow guessing the password. */
const perUser: RateLimit = {
  name: 'password-update-by-user',
  attempts: 10,
  windowMs: 15 * 60_000,
  isSliding: true,
}

export async function updatePassword(
  services: Services,
  request: ServedRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { database, passwords, rateLimits, now } = services
  const { project, user, actor, refreshToken, body, call } = request
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
  await checkChosenPassword({
    project,
    typed: body.new_password,
    person: [user.primary_email, user.display_name],
  })
  refuseImpersonation(request)
  const old = await findPasswordHash(database, user.id)
  if (old === null) throw new KnownError('USER_DOES_NOT_HAVE_PASSWORD')

  const counter = hashToken(user.id)
  const { isAllowed } = await rateLimits.take(perUser, counter)
  const { matches } = await passwords.matches(body.old_password, old)
  if (!matches || !isAllowed) throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
  await rateLimits.forget([{ limit: perUser, key: counter }])

  const hash = await passwords.hash(body.new_password)
  const kept = refreshToken
    ? await findSessionByRefreshToken(database, project.id, refreshToken, now())
    : null
  await database.transaction().execute(async (transaction) => {
    if (!(await replacePassword(transaction, user.id, { from: old, to: hash }, now())))
      throw new KnownError('PASSWORD_CONFIRMATION_MISMATCH')
    const keptId = kept?.userId === user.id ? kept.id : null
    await endSessionsOf(transaction, { projectId: project.id, userId: user.id, keptId }, now())
    await tellSignInChange(services, transaction, {
      project,
      userId: user.id,
      change: 'password-changed',
      call,
    })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'password.changed',
      subject: { type: 'user', id: user.id },
      call,
      at: now(),
    })
  })
  return { success: true }
}

import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import type { z } from 'zod'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { findSignInChannel, tellSignInChange } from '../contact-channels/index.ts'
import { type Database, lockUser } from '../database/index.ts'
import { checkChosenPassword, savePassword } from '../password-hashes/index.ts'
import type { Services } from '../services.ts'
import { endSessionsOf } from '../sessions/index.ts'
import { findUser, userShape } from '../users/index.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { publishEvent } from '../webhooks/index.ts'
import { guessesAt } from './guesses.ts'
import { resetCode } from './reset-code.ts'

type Reset = typeof password.resetPassword
type Check = typeof password.checkPasswordResetCode

export async function resetPassword(
  services: Services,
  { project, body, call }: ServedRequest<Reset>,
): Promise<ResponseOf<Reset>> {
  const { database, passwords, rateLimits, now } = services
  const { data, redeem } = await attemptCode(services, resetCode, project, body.code)
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
  await requireSameAddress(database, project.id, data)
  const user = await findUser(database, project.id, data.userId)
  if (!user) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  await checkChosenPassword({ project, typed: body.password, person: [data.email, user.display_name] })
  const hash = await passwords.hash(body.password)
  await redeem()

  await database.transaction().execute(async (transaction) => {
    // The user may have lost the e-mail address while the password was hashed.
    await lockUser(transaction, user.id)
    await requireSameAddress(transaction, project.id, data)
    await savePassword(transaction, user.id, hash, now())
    await endSessionsOf(transaction, { projectId: project.id, userId: user.id, keptId: null }, now())
    const changed = await findUser(transaction, project.id, user.id)
    if (changed)
      await publishEvent(transaction, project.id, {
        type: 'user.updated',
        data: userShape(changed),
        at: now(),
      })
    await tellSignInChange(services, transaction, {
      project,
      userId: user.id,
      change: 'password-changed',
      call,
    })
    await recordAudit(transaction, {
      projectId: project.id,
      actor: { type: 'user', id: user.id },
      action: 'password.reset',
      subject: { type: 'user', id: user.id },
      call,
      at: now(),
    })
  })
  const guesses = guessesAt(project.id, data.email)
  await rateLimits.forget([...guesses.anywhere, ...guesses.onKnownDevices])
  return { success: true }
}

export async function checkPasswordResetCode(
  services: Pick<Services, 'database' | 'now'>,
  { project, body }: ServedRequest<Check>,
): Promise<ResponseOf<Check>> {
  const { data } = await attemptCode(services, resetCode, project, body.code)
  await requireSameAddress(services.database, project.id, data)
  return { is_code_valid: true }
}

/**
 * A reset code is valid only while its e-mail address still signs in the user it was issued to.
 *
 * @throws {KnownError} VERIFICATION_CODE_NOT_FOUND
 */
async function requireSameAddress(
  database: Database,
  projectId: string,
  { userId, email }: z.infer<typeof resetCode.data>,
): Promise<void> {
  const channel = await findSignInChannel(database, projectId, email)
  if (channel?.userId !== userId) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
}

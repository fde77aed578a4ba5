import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { confirmAddress, enableCodeSignIn, notifySignInChange } from '../../users/contact-channels/index.ts'
import { serializeUser } from '../../users/index.ts'
import { findUser, lockUser } from '../../users/records/index.ts'
import { endUserSessions } from '../sessions/index.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { claimUnverifiedAddress } from './claim-unverified-address.ts'
import { failedAttemptLimitsFor } from './failed-attempt-limits.ts'
import { checkPasswordPolicy, type PasswordService, savePassword, toHashingClient } from './hashes/index.ts'
import { requireSameEmail } from './require-same-email.ts'
import { passwordResetCode } from './reset-code.ts'

type Reset = typeof password.resetPassword

export async function resetPassword(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'now'> & PasswordService,
  request: EndpointRequest<Reset>,
): Promise<ResponseOf<Reset>> {
  const { project, body, info } = request
  const { database, passwords, rateLimits, now } = services
  const { data, redeem, release } = await attemptCode(services, passwordResetCode, project, body.code)
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
  await requireSameEmail(database, project.id, data)
  const user = await findUser(database, project.id, data.userId)
  if (!user) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  await checkPasswordPolicy({
    project,
    password: body.password,
    email: data.email,
    displayName: user.displayName,
  })
  const hash = await passwords.hash(body.password, toHashingClient(request)).catch(async (error: unknown) => {
    await release()
    throw error
  })
  await redeem()

  await request.transaction(async (transaction) => {
    // The user may have lost the e-mail address while the password was hashed.
    await lockUser(transaction, user.id)
    await requireSameEmail(transaction, project.id, data)
    const { formerEmails } = await claimUnverifiedAddress(services, transaction, project, data)
    await confirmAddress(transaction, project.id, data)
    await enableCodeSignIn(transaction, project, user.id)
    await savePassword(transaction, user.id, hash, now())
    await endUserSessions(transaction, { projectId: project.id, userId: user.id, exceptId: null }, now())
    const changed = await findUser(transaction, project.id, user.id)
    if (changed) await transaction.publish('user.updated', serializeUser(changed))
    await notifySignInChange(services, transaction, {
      project,
      userId: user.id,
      change: 'password-changed',
      info,
      formerEmails,
    })
    await transaction.as({ type: 'user', id: user.id }).audit('password.reset', { type: 'user', id: user.id })
  })
  const failedAttempts = failedAttemptLimitsFor(project.id, data.email)
  await rateLimits.reset([...failedAttempts.anywhere, ...failedAttempts.onKnownDevices])
  return { success: true }
}

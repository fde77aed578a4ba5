import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { enqueueVerificationEmail, findSignInChannel } from '../contact-channels/index.ts'
import { checkChosenPassword, savePassword } from '../password-hashes/index.ts'
import { requireTrustedUrl } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { startAfterFirstFactor } from '../sessions/index.ts'
import { createUser } from '../users/index.ts'

type SignUp = typeof password.signUpWithPassword

export async function signUp(
  services: Services,
  { project, body, call }: ServedRequest<SignUp>,
): Promise<ResponseOf<SignUp>> {
  const { database, passwords, now } = services
  if (!project.config.credential_enabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
  requireTrustedUrl(project, body.verification_callback_url)
  await checkChosenPassword({ project, typed: body.password, person: [body.email] })
  if (!project.config.sign_up_enabled) throw new KnownError('SIGN_UP_NOT_ENABLED')
  if (await findSignInChannel(database, project.id, body.email))
    throw new KnownError('USER_EMAIL_ALREADY_EXISTS', {
      email: body.email,
      would_work_if_email_was_verified: false,
    })

  const hash = await passwords.hash(body.password)
  return await startAfterFirstFactor(services, { project, call }, async (transaction) => {
    const { userId, channel } = await createUser(services, transaction, {
      project,
      email: { value: body.email, isVerified: false },
      signUpMethod: 'password',
      furnish: (id) => savePassword(transaction, id, hash, now()),
      call,
    })
    await enqueueVerificationEmail(services, transaction, {
      project,
      channel,
      callbackUrl: body.verification_callback_url,
      call,
    })
    return { userId, method: 'password', isNewUser: true }
  })
}

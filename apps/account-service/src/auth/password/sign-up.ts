import { KnownError, type ResponseOf } from '@parley/contract'
import type { password } from '@parley/contract/account'
import { limitCodesOfKeys, maySendSignUpEmail } from '../../email/delivery/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { enqueueVerificationEmail, findSignInChannel } from '../../users/contact-channels/index.ts'
import { registerUser } from '../../users/index.ts'
import { completeFirstFactor } from '../sessions/index.ts'
import type { AccessTokenService } from '../sessions/tokens/index.ts'
import { type PasswordService, savePassword, toHashingClient } from './hashes/index.ts'
import { requirePasswordSignUp } from './require-sign-up.ts'

type SignUp = typeof password.signUpWithPassword

export async function signUp(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'findOwnerId' | 'options' | 'now'> &
    PasswordService &
    AccessTokenService,
  request: EndpointRequest<SignUp>,
): Promise<ResponseOf<SignUp>> {
  const { project, body, info } = request
  const { database, passwords, now } = services
  const email = await requirePasswordSignUp(database, project, body, now())
  if (await findSignInChannel(database, project.id, body.email))
    throw new KnownError('USER_EMAIL_ALREADY_EXISTS', {
      email: body.email,
      would_work_if_email_was_verified: false,
    })

  const hash = await passwords.hash(body.password, toHashingClient(request))
  const callbackUrl = email.isVerified ? undefined : body.verification_callback_url
  if (callbackUrl !== undefined) await limitCodesOfKeys(services, request)
  const isEmailAllowed =
    callbackUrl !== undefined && (await maySendSignUpEmail(services, request, body.email))
  return await completeFirstFactor(services, request, async (transaction) => {
    const { userId, channel } = await registerUser(services, transaction, {
      project,
      email,
      signUpMethod: 'password',
      displayName: body.display_name ?? null,
      afterInsert: (id) => savePassword(transaction, id, hash, now()),
    })
    if (callbackUrl !== undefined && isEmailAllowed)
      await enqueueVerificationEmail(services, transaction, { project, channel, callbackUrl, info })
    return { userId, method: 'password', isNewUser: true, credential: null }
  })
}

import { KnownError, type ResponseOf } from '@parley/contract'
import type { otp } from '@parley/contract/account'
import type { Database } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { confirmAddress, selectLockedChannel } from '../../users/contact-channels/index.ts'
import { registerUser } from '../../users/index.ts'
import { hasDisabledOtp } from '../../users/records/index.ts'
import { completeFirstFactor } from '../sessions/index.ts'
import type { AccessTokenService } from '../sessions/tokens/index.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { findAccountByEmail, signInCode } from './sign-in-code.ts'

type SignIn = typeof otp.signInWithCode

export async function signInWithCode(
  services: Pick<Services, 'database' | 'options' | 'now'> & AccessTokenService,
  request: EndpointRequest<SignIn>,
): Promise<ResponseOf<SignIn>> {
  const { project, body } = request
  const { data, redeem } = await attemptCode(services, signInCode, project, body.code)
  await redeem()
  const account = await findAccountByEmail(services, project, data.email)

  return await completeFirstFactor(services, request, async (transaction) => {
    if (account) {
      // The code was requested before the user disabled them.
      if (project.settings.code_sign_in_stays_disabled && (await hasDisabledOtp(transaction, account.userId)))
        throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
      await confirmAddress(transaction, project.id, { userId: account.userId, email: data.email })
      const credential = {
        select: (from: Database) => selectLockedChannel(from, project.id, { ...account, email: data.email }),
        removedError: new KnownError('VERIFICATION_CODE_NOT_FOUND'),
      }
      return { userId: account.userId, method: 'otp', isNewUser: false, credential }
    }
    const { userId } = await registerUser(services, transaction, {
      project,
      email: { value: data.email, isVerified: true },
      signUpMethod: 'otp',
    })
    return { userId, method: 'otp', isNewUser: true, credential: null }
  })
}

import type { ResponseOf } from '@parley/contract'
import type { otp } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { startAfterFirstFactor } from '../sessions/index.ts'
import { createUser } from '../users/index.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { accountOfAddress, signInCode } from './sign-in-code.ts'

type SignIn = typeof otp.signInWithCode
type Check = typeof otp.checkSignInCode

export async function signInWithCode(
  services: Services,
  { project, body, call }: ServedRequest<SignIn>,
): Promise<ResponseOf<SignIn>> {
  const { data, redeem } = await attemptCode(services, signInCode, project, body.code)
  await redeem()
  const account = await accountOfAddress(services, project, data.email)

  return await startAfterFirstFactor(services, { project, call }, async (transaction) => {
    if (account) return { userId: account.userId, method: 'otp', isNewUser: false }
    const { userId } = await createUser(services, transaction, {
      project,
      email: { value: data.email, isVerified: true },
      signUpMethod: 'otp',
      call,
    })
    return { userId, method: 'otp', isNewUser: true }
  })
}

export async function checkSignInCode(
  services: Services,
  { project, body }: ServedRequest<Check>,
): Promise<ResponseOf<Check>> {
  await attemptCode(services, signInCode, project, body.code)
  return { is_code_valid: true }
}

import type { ResponseOf } from '@parley/contract'
import type { mfa } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { attemptCodeType, checkSecondFactor } from '../mfa/index.ts'
import type { Services } from '../services.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { answerSignedIn } from './start-after-first-factor.ts'
import { startSession } from './start-session.ts'

type SignIn = typeof mfa.signInWithSecondFactor

export async function signInWithSecondFactor(
  services: Services,
  { project, body, call }: ServedRequest<SignIn>,
): Promise<ResponseOf<SignIn>> {
  const { data, redeem } = await attemptCode(services, attemptCodeType, project, body.code)
  const { userId, method, isNewUser } = data
  await checkSecondFactor(services, { project, userId, text: body.totp, call })
  await redeem()

  const session = await startSession(services, services.database, {
    projectId: project.id,
    userId,
    method,
    by: { type: 'user' },
    hasSecondFactor: true,
    call,
  })
  return await answerSignedIn(services, project.id, session, { isNewUser })
}

import type { ResponseOf } from '@parley/contract'
import type { mfa } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { lockUser } from '../database/index.ts'
import { attemptCodeType, checkSecondFactor } from '../mfa/index.ts'
import type { Services } from '../services.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { answerSignedIn } from './start-after-first-factor.ts'
import { startSession } from './start-session.ts'

type SignIn = typeof mfa.signInWithSecondFactor

/**
 * Completes a sign-in that required a second factor. The session gets the id of its attempt, so that revoking the
 * attempt also finds the session.
 */
export async function signInWithSecondFactor(
  services: Services,
  { project, body, call }: ServedRequest<SignIn>,
): Promise<ResponseOf<SignIn>> {
  const { id, data, redeem } = await attemptCode(services, attemptCodeType, project, body.code)
  const { userId, method, isNewUser } = data
  await checkSecondFactor(services, { project, userId, text: body.totp, call })

  const order = {
    projectId: project.id,
    userId,
    method,
    by: { type: 'user' },
    hasSecondFactor: true,
    call,
  } as const
  const session = await services.database.transaction().execute(async (transaction) => {
    // Lock order user → codes, as in user deletion, avoids a deadlock.
    await lockUser(transaction, userId)
    await redeem(transaction)
    return await startSession(services, transaction, { id, ...order })
  })
  return await answerSignedIn(services, project.id, session, { isNewUser })
}

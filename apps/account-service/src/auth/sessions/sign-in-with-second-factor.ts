import type { ResponseOf } from '@parley/contract'
import type { mfa } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { lockUser } from '../../users/records/index.ts'
import {
  attemptCodeType,
  consumeSecondFactorAttempt,
  redeemSecondFactor,
  resetSecondFactorAttempts,
} from '../mfa/index.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { toSignInResponse } from './complete-first-factor.ts'
import { startSession } from './start-session.ts'
import type { AccessTokenService } from './tokens/index.ts'

type SignIn = typeof mfa.signInWithSecondFactor

/**
 * Completes a sign-in that required a second factor. The session gets the id of its attempt, so that revoking
 * the attempt also finds the session.
 */
export async function signInWithSecondFactor(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'secrets' | 'options' | 'now'> &
    AccessTokenService,
  request: EndpointRequest<SignIn>,
): Promise<ResponseOf<SignIn>> {
  const { project, body, info } = request
  const { id, data, redeem } = await attemptCode(services, attemptCodeType, project, body.code)
  const { isNewUser, ...attempt } = data
  const { userId } = attempt
  const isAllowed = await consumeSecondFactorAttempt(services, userId)

  const sessionInput = {
    ...attempt,
    projectId: project.id,
    hasSecondFactor: true,
    info,
  } as const
  const session = await request.transaction(async (transaction) => {
    // Lock order user → codes, as in user deletion, avoids a deadlock.
    await lockUser(transaction, userId)
    // Before the second factor: of concurrent requests with different codes, one consumes its code.
    await redeem(transaction)
    await redeemSecondFactor(services, request, transaction, { userId, code: body.totp, isAllowed })
    return await startSession(services, transaction, { id, ...sessionInput })
  })
  await resetSecondFactorAttempts(services, userId)
  return await toSignInResponse(services, project.id, session, { isNewUser })
}

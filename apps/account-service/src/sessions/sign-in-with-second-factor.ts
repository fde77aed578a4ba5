import { KnownError, type ResponseOf } from '@parley/contract'
import type { mfa } from '@parley/contract/account'
import { expressionBuilder, sql } from 'kysely'
import type { ServedRequest } from '../access/index.ts'
import type { AccountTables } from '../database/index.ts'
import { attemptCodeType, checkSecondFactor } from '../mfa/index.ts'
import { passwordSince } from '../password-hashes/index.ts'
import type { Services } from '../services.ts'
import { attemptCode } from '../verification-codes/index.ts'
import { answerSignedIn } from './start-after-first-factor.ts'
import { startSessionWhere } from './start-session.ts'

type SignIn = typeof mfa.signInWithSecondFactor

/** Finishes a sign-in that asked for a second factor. One that began with a password ends when that is changed. */
export async function signInWithSecondFactor(
  services: Services,
  { project, body, call }: ServedRequest<SignIn>,
): Promise<ResponseOf<SignIn>> {
  const { database } = services
  const { data, redeem } = await attemptCode(services, attemptCodeType, project, body.code)
  const { userId, method, isNewUser, passwordChangedAtMs } = data
  await checkSecondFactor(services, { project, userId, text: body.totp, call })
  await redeem()

  const { exists } = expressionBuilder<AccountTables>()
  const session = await startSessionWhere(
    services,
    database,
    { projectId: project.id, userId, method, by: { type: 'user' }, hasSecondFactor: true, call },
    passwordChangedAtMs === undefined
      ? sql.lit(true)
      : exists(passwordSince(database, userId, new Date(passwordChangedAtMs))),
  )
  if (!session) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  return await answerSignedIn(services, project.id, session, { isNewUser })
}

import { KnownError } from '@parley/contract'
import type { RequestInfo } from '@parley/server/http'
import { expressionBuilder, type Transaction } from 'kysely'
import { recordAudit } from '../../platform/audit/index.ts'
import type { AccountTables, Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import type { Services } from '../../services.ts'
import { attemptCodeType, selectTotp } from '../mfa/index.ts'
import { passwordUnchangedSince } from '../password/hashes/index.ts'
import { createCode } from '../verification-codes/index.ts'
import { type StartedSession, startSessionWhere } from './start-session.ts'

/** The verified first factor: user and method. */
export interface FirstFactor {
  readonly userId: string
  /** Sign-in method: `password`, `otp`, `passkey`, `oauth`. */
  readonly method: string
  readonly isNewUser: boolean
  /** When the verified password was set; omitted for other methods. */
  readonly passwordChangedAt?: Date
}

export interface SignInResponse {
  readonly access_token: string
  readonly refresh_token: string
  readonly user_id: string
  readonly is_new_user: boolean
  readonly expiresInSeconds: number
}

interface SignInContext {
  readonly project: Project
  readonly info: RequestInfo
}

type FirstFactorResult =
  | { readonly attemptCode: string }
  | { readonly session: StartedSession; readonly isNewUser: boolean }

type Needs = Pick<Services, 'database' | 'accessTokens' | 'options' | 'now'>

/**
 * All sign-in methods end here: with a new session, or with an MFA attempt code if the user has a second factor. Rules
 * that apply to all methods belong here. A first factor that writes is passed as a function; it runs in the transaction
 * that also creates the session or the attempt.
 *
 * @throws {KnownError} MULTI_FACTOR_AUTHENTICATION_REQUIRED, after the commit; EMAIL_PASSWORD_MISMATCH if the verified
 * password has been changed since.
 */
export async function completeFirstFactor(
  services: Needs,
  context: SignInContext,
  firstFactor: FirstFactor | ((transaction: Transaction<AccountTables>) => Promise<FirstFactor>),
): Promise<SignInResponse> {
  const { database } = services
  const outcome =
    typeof firstFactor === 'function'
      ? await database.transaction().execute(async (transaction) => {
          const proven = await firstFactor(transaction)
          return (
            (await startSessionIfSufficient(services, transaction, context, proven)) ??
            (await requestSecondFactorIfProven(services, transaction, context, proven))
          )
        })
      : ((await startSessionIfSufficient(services, database, context, firstFactor)) ??
        (await database
          .transaction()
          .execute((transaction) =>
            requestSecondFactorIfProven(services, transaction, context, firstFactor),
          )))
  if ('attemptCode' in outcome)
    throw new KnownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: outcome.attemptCode })
  return await toSignInResponse(services, context.project.id, outcome.session, outcome)
}

/**
 * Starts the session if the first factor is sufficient; null if a second factor is required or the password has
 * changed.
 */
async function startSessionIfSufficient(
  services: Needs,
  database: Database,
  { project, info }: SignInContext,
  { userId, method, isNewUser, passwordChangedAt }: FirstFactor,
): Promise<FirstFactorResult | null> {
  const { and, exists, not } = expressionBuilder<AccountTables>()
  const isEnough = not(exists(selectTotp(database, userId)))
  const session = await startSessionWhere(
    services,
    database,
    { projectId: project.id, userId, method, by: { type: 'user' }, hasSecondFactor: false, info },
    passwordChangedAt
      ? and([isEnough, exists(passwordUnchangedSince(database, userId, passwordChangedAt))])
      : isEnough,
  )
  return session && { session, isNewUser }
}

async function requestSecondFactorIfProven(
  services: Needs,
  transaction: Transaction<AccountTables>,
  context: SignInContext,
  proven: FirstFactor,
): Promise<FirstFactorResult> {
  const { userId, passwordChangedAt } = proven
  const isPasswordUnchanged =
    !passwordChangedAt ||
    (await passwordUnchangedSince(transaction, userId, passwordChangedAt).executeTakeFirst())
  if (!isPasswordUnchanged) throw new KnownError('EMAIL_PASSWORD_MISMATCH')
  return { attemptCode: await createSecondFactorAttempt(services, transaction, context, proven) }
}

/** Creates the code that continues the sign-in with the second factor, within the given transaction. */
export async function createSecondFactorAttempt(
  services: Pick<Services, 'options' | 'now'>,
  transaction: Transaction<AccountTables>,
  { project, info }: SignInContext,
  { userId, method, isNewUser }: FirstFactor,
): Promise<string> {
  const { code } = await createCode(services, transaction, attemptCodeType, {
    project,
    subject: userId,
    data: { userId, method, isNewUser },
    callbackUrl: null,
  })
  await recordAudit(transaction, {
    projectId: project.id,
    actor: { type: 'user', id: userId },
    action: 'second_factor.asked',
    subject: { type: 'user', id: userId },
    details: { method },
    info,
    at: services.now(),
  })
  return code
}

/**
 * Returns the response to a successful sign-in. Call after the commit, because signing may query the database on
 * another connection.
 */
export async function toSignInResponse(
  { accessTokens }: Pick<Services, 'accessTokens'>,
  projectId: string,
  { id, userId, refreshToken }: StartedSession,
  { isNewUser }: Pick<FirstFactor, 'isNewUser'>,
): Promise<SignInResponse> {
  const { token, expiresInSeconds } = await accessTokens.sign({ userId, projectId, sessionId: id })
  return {
    access_token: token,
    refresh_token: refreshToken,
    user_id: userId,
    is_new_user: isNewUser,
    expiresInSeconds,
  }
}

import { KnownError } from '@parley/contract'
import { type Expression, expressionBuilder } from 'kysely'
import type { AccountTables, Database } from '../../platform/database/index.ts'
import type { RequestContext } from '../../platform/request-context/index.ts'
import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { attemptCodeType, type SecondFactorAttempt, selectTotp } from '../mfa/index.ts'
import { createCode } from '../verification-codes/index.ts'
import { type StartedSession, startSessionWhere } from './start-session.ts'
import type { AccessTokenService } from './tokens/index.ts'

/** The proof of a first factor: a password, a passkey, a provider account or an e-mail. */
export interface Credential {
  /**
   * Query that returns a row while the credential signs in its user. It takes a shared row lock: who removes the
   * credential, and then ends the sessions of the user, waits until the new session exists.
   */
  readonly select: (database: Database) => Expression<unknown>
  /** The error if it was removed or changed after it had been verified. */
  readonly removedError: KnownError
}

/** The verified first factor: user and method. */
export interface FirstFactor {
  readonly userId: string
  /** Sign-in method: `password`, `otp`, `passkey`, `oauth`. */
  readonly method: string
  readonly isNewUser: boolean
  /** Null if it was created in the same transaction. */
  readonly credential: Credential | null
}

export interface SignInResponse {
  readonly access_token: string
  readonly refresh_token: string
  readonly user_id: string
  readonly is_new_user: boolean
  readonly expiresInSeconds: number
}

type FirstFactorResult =
  | { readonly attemptCode: string }
  | { readonly session: StartedSession; readonly isNewUser: boolean }

type Deps = Pick<Services, 'database' | 'options' | 'now'> & AccessTokenService

/**
 * All sign-in methods end here: with a new session, or with an MFA attempt code if the user has a second
 * factor. Rules that apply to all methods belong here. A first factor that writes is passed as a function; it
 * runs in the transaction that also creates the session or the attempt.
 *
 * @throws {KnownError} MULTI_FACTOR_AUTHENTICATION_REQUIRED, after the commit; the error of the credential if it
 * has been removed or changed since it was verified.
 */
export async function completeFirstFactor(
  services: Deps,
  request: RequestContext,
  firstFactor: FirstFactor | ((transaction: ServiceTransaction) => Promise<FirstFactor>),
): Promise<SignInResponse> {
  const { database } = services
  const outcome =
    typeof firstFactor === 'function'
      ? await request.transaction(async (transaction) => {
          const proven = await firstFactor(transaction)
          return (
            (await startSessionIfSufficient(services, transaction, request, proven)) ??
            (await requestSecondFactorIfProven(services, transaction, request.project, proven))
          )
        })
      : ((await startSessionIfSufficient(services, database, request, firstFactor)) ??
        (await request.transaction((transaction) =>
          requestSecondFactorIfProven(services, transaction, request.project, firstFactor),
        )))
  if ('attemptCode' in outcome)
    throw new KnownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: outcome.attemptCode })
  return await toSignInResponse(services, request.project.id, outcome.session, outcome)
}

/**
 * Starts the session if the first factor is sufficient; null if a second factor is required or the credential
 * was removed.
 */
async function startSessionIfSufficient(
  services: Deps,
  database: Database,
  request: RequestContext,
  { userId, method, isNewUser, credential }: FirstFactor,
): Promise<FirstFactorResult | null> {
  const { project, info } = request
  const { and, exists, not } = expressionBuilder<AccountTables>()
  const isEnough = not(exists(selectTotp(database, userId)))
  const session = await startSessionWhere(
    services,
    database,
    request,
    { projectId: project.id, userId, method, by: 'user', hasSecondFactor: false, info },
    credential ? and([isEnough, exists(credential.select(database))]) : isEnough,
  )
  return session && { session, isNewUser }
}

async function requestSecondFactorIfProven(
  services: Deps,
  transaction: ServiceTransaction,
  project: Project,
  proven: FirstFactor,
): Promise<FirstFactorResult> {
  const { credential, ...attempt } = proven
  if (credential && !(await isValid(transaction, credential))) throw credential.removedError
  const code = await createSecondFactorAttempt(services, transaction, project, { ...attempt, by: 'user' })
  return { attemptCode: code }
}

async function isValid(transaction: Database, { select }: Credential): Promise<boolean> {
  const query = transaction.selectNoFrom(({ exists }) => exists(select(transaction)).as('isValid'))
  return Boolean((await query.executeTakeFirstOrThrow()).isValid)
}

/** Creates the code that continues the sign-in with the second factor, within the given transaction. */
export async function createSecondFactorAttempt(
  services: Pick<Services, 'options' | 'now'>,
  transaction: ServiceTransaction,
  project: Project,
  attempt: SecondFactorAttempt,
): Promise<string> {
  const { userId, method } = attempt
  const { code } = await createCode(services, transaction, attemptCodeType, {
    project,
    subject: userId,
    data: attempt,
    callbackUrl: null,
  })
  await transaction
    .as({ type: 'user', id: userId })
    .audit('second_factor.asked', { type: 'user', id: userId }, { method })
  return code
}

/**
 * Returns the response to a successful sign-in. Call after the commit, because signing may query the database
 * on another connection.
 */
export async function toSignInResponse(
  { accessTokens }: AccessTokenService,
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

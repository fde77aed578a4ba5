import { KnownError } from '@parley/contract'
import type { HttpCall } from '@parley/server/http'
import type { Transaction } from 'kysely'
import { recordAudit } from '../audit/index.ts'
import type { AccountTables } from '../database/index.ts'
import { attemptCodeType, hasTotp } from '../mfa/index.ts'
import type { Project } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { makeCode } from '../verification-codes/index.ts'
import { type StartedSession, startSession } from './start-session.ts'

/** Who has proved to be whom, and how. */
export interface FirstFactor {
  readonly userId: string
  /** The way in: `password`, `otp`, `passkey`, `oauth`. */
  readonly method: string
  readonly isNewUser: boolean
}

export interface SignedIn {
  readonly access_token: string
  readonly refresh_token: string
  readonly user_id: string
  readonly is_new_user: boolean
  readonly expiresInSeconds: number
}

interface SigningIn {
  readonly project: Project
  readonly call: HttpCall
}

type Outcome =
  | { readonly attemptCode: string }
  | { readonly session: StartedSession; readonly isNewUser: boolean }

type Needs = Pick<Services, 'database' | 'accessTokens' | 'options' | 'now'>

/**
 * Where every way in ends. Runs `firstFactor` in a transaction, which commits what that does together with what follows
 * from it: a session of its own, or, where the user has a second factor, an attempt code. A rule of all ways in belongs
 * here.
 *
 * @throws {KnownError} MULTI_FACTOR_AUTHENTICATION_REQUIRED, after the commit.
 */
export async function startAfterFirstFactor(
  services: Needs,
  { project, call }: SigningIn,
  firstFactor: (transaction: Transaction<AccountTables>) => Promise<FirstFactor>,
): Promise<SignedIn> {
  const outcome = await services.database.transaction().execute(async (transaction): Promise<Outcome> => {
    const proven = await firstFactor(transaction)
    if (await hasTotp(transaction, proven.userId))
      return { attemptCode: await askForSecondFactor(services, transaction, { project, call }, proven) }

    const { userId, method, isNewUser } = proven
    const order = { projectId: project.id, userId, method, by: { type: 'user' }, call } as const
    return {
      session: await startSession(services, transaction, { ...order, hasSecondFactor: false }),
      isNewUser,
    }
  })
  if ('attemptCode' in outcome)
    throw new KnownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: outcome.attemptCode })
  return await answerSignedIn(services, project.id, outcome.session, outcome)
}

/** Makes the code with which a sign-in goes on once the second factor is given, within the caller's transaction. */
export async function askForSecondFactor(
  services: Pick<Services, 'options' | 'now'>,
  transaction: Transaction<AccountTables>,
  { project, call }: SigningIn,
  { userId, method, isNewUser }: FirstFactor,
): Promise<string> {
  const { code } = await makeCode(services, transaction, attemptCodeType, {
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
    call,
    at: services.now(),
  })
  return code
}

/** What one who has signed in gets. After the commit, because signing may ask the database on another connection. */
export async function answerSignedIn(
  { accessTokens }: Pick<Services, 'accessTokens'>,
  projectId: string,
  { id, userId, refreshToken }: StartedSession,
  { isNewUser }: Pick<FirstFactor, 'isNewUser'>,
): Promise<SignedIn> {
  const { token, expiresInSeconds } = await accessTokens.sign({ userId, projectId, sessionId: id })
  return {
    access_token: token,
    refresh_token: refreshToken,
    user_id: userId,
    is_new_user: isNewUser,
    expiresInSeconds,
  }
}

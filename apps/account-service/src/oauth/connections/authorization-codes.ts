import { hashToken, randomToken } from '@parley/server'
import type { Database } from '../../platform/database/index.ts'

/** A stored authorization code. Only its hash is stored. */
export interface AuthorizationCode {
  readonly projectId: string
  readonly userId: string
  readonly providerId: string
  readonly redirectUri: string
  /** RFC 7636, S256. */
  readonly codeChallenge: string
  readonly afterCallbackRedirectUrl: string | null
  readonly isNewUser: boolean
  /** The provider account to link, see `pending-link.ts` of the module `oauth`; null if none is. */
  readonly sealedLink: string | null
}

export interface RedeemedCode extends AuthorizationCode {
  readonly createdAt: Date
}

/** RFC 6749, section 4.1.2 recommends at most ten minutes; a browser returns the code within a second. */
const codeLifetimeMs = 60_000

/** Inserts a code and returns its plaintext. */
export async function insertAuthorizationCode(
  database: Database,
  code: AuthorizationCode,
  now: Date,
): Promise<string> {
  const text = randomToken(45)
  await database
    .insertInto('oauth_codes')
    .values({
      code_hash: hashToken(text),
      project_id: code.projectId,
      user_id: code.userId,
      provider_id: code.providerId,
      redirect_uri: code.redirectUri,
      code_challenge: code.codeChallenge,
      after_callback_redirect_url: code.afterCallbackRedirectUrl,
      is_new_user: code.isNewUser,
      sealed_link: code.sealedLink,
      created_at: now,
      expires_at: new Date(now.getTime() + codeLifetimeMs),
      used_at: null,
      used_again_at: null,
      session_id: null,
      attempt_id: null,
    })
    .execute()
  return text
}

/** Redeems a code in one conditional update. Of concurrent calls one gets the code, the others null. */
export async function redeemAuthorizationCode(
  database: Database,
  projectId: string,
  text: string,
  now: Date,
): Promise<RedeemedCode | null> {
  const row = await database
    .updateTable('oauth_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hashToken(text))
    .where('project_id', '=', projectId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  return {
    projectId: row.project_id,
    userId: row.user_id,
    providerId: row.provider_id,
    redirectUri: row.redirect_uri,
    codeChallenge: row.code_challenge,
    afterCallbackRedirectUrl: row.after_callback_redirect_url,
    isNewUser: row.is_new_user,
    sealedLink: row.sealed_link,
    createdAt: row.created_at,
  }
}

/** The result of a redeemed code: a session, or an MFA attempt. */
export type CodeResult = { readonly sessionId: string } | { readonly attemptId: string }

/** Records the result of a code. Returns false if the code has been presented again since it was redeemed. */
export async function recordCodeResult(
  database: Database,
  text: string,
  result: CodeResult,
): Promise<boolean> {
  const row = await database
    .updateTable('oauth_codes')
    .set('sessionId' in result ? { session_id: result.sessionId } : { attempt_id: result.attemptId })
    .where('code_hash', '=', hashToken(text))
    .returning('used_again_at')
    .executeTakeFirst()
  return row?.used_again_at === null
}

/**
 * Records that a redeemed code was presented again. Returns its user and result; null for an unknown code.
 */
export async function recordCodeReuse(
  database: Database,
  projectId: string,
  text: string,
  now: Date,
): Promise<{ userId: string; sessionId: string | null; attemptId: string | null } | null> {
  const row = await database
    .updateTable('oauth_codes')
    .set({ used_again_at: now })
    .where('code_hash', '=', hashToken(text))
    .where('project_id', '=', projectId)
    .where('used_at', 'is not', null)
    .returning(['user_id', 'session_id', 'attempt_id'])
    .executeTakeFirst()
  return row ? { userId: row.user_id, sessionId: row.session_id, attemptId: row.attempt_id } : null
}

/** Deletes the codes of a user that have not been redeemed. */
export async function deleteUnusedAuthorizationCodes(database: Database, userId: string): Promise<void> {
  await database
    .deleteFrom('oauth_codes')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Deletes codes that expired before `moment`. Redeemed codes are retained until then to detect reuse. */
export async function deleteAuthorizationCodesExpiredBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('oauth_codes').where('expires_at', '<', moment).execute()
}

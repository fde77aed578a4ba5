import { randomUUID } from 'node:crypto'
import { hashToken, randomToken } from '@parley/server'
import { type Selectable, sql } from 'kysely'
import type { AccountTables, Database } from '../../platform/database/index.ts'

/** Attempts are counted by this many trailing characters. The first six characters are the typed form. */
const nonceLength = 39

/** A stored code. Only its hash is stored. */
export interface StoredCode {
  readonly id: string
  readonly type: string
  /**
   * The user, e-mail address or other entity of the code. A later code with the same subject cancels this
   * one.
   */
  readonly subject: string
  readonly data: unknown
  readonly callbackUrl: string | null
  readonly attempts: number
  readonly expiresAt: Date
  readonly isUsed: boolean
  readonly isCancelled: boolean
}

export interface CodeInput {
  readonly projectId: string
  readonly type: string
  readonly subject: string
  readonly data: unknown
  readonly callbackUrl: string | null
  readonly expiresAt: Date
  readonly requester?: string
}

/** Returns the last 39 characters of a code. */
export function getCodeNonce(code: string): string {
  return code.slice(-nonceLength)
}

/**
 * Inserts a code, cancels earlier codes of the same type and subject, and returns the plaintext. Concurrent
 * inserts for the same type and subject wait until the transaction ends, so that they find this code to
 * cancel.
 */
export async function insertCode(database: Database, draft: CodeInput, now: Date): Promise<string> {
  const { projectId, type, subject, requester } = draft
  const code = randomToken(45)
  const lockName = JSON.stringify(['verification code', projectId, type, subject])
  // A separate statement, because the next one must see what was committed while this one waited.
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(database)
  await cancelCodes(database, { projectId, type, subject, requester }, now)
  await database
    .insertInto('verification_codes')
    .values({
      id: randomUUID(),
      project_id: projectId,
      type,
      code_hash: hashToken(code),
      nonce_hash: hashToken(getCodeNonce(code)),
      subject,
      requester: requester ?? null,
      data: JSON.stringify(draft.data),
      callback_url: draft.callbackUrl,
      created_at: now,
      expires_at: draft.expiresAt,
      used_at: null,
      cancelled_at: null,
    })
    .execute()
  return code
}

/**
 * Counts one attempt on all codes of the project that share the last 39 characters, so that guesses of the
 * first six characters count too. Returns the matching code of this type, or null.
 */
export async function countAttempt(
  database: Database,
  { projectId, type, code }: { readonly projectId: string; readonly type: string; readonly code: string },
): Promise<StoredCode | null> {
  const rows = await database
    .updateTable('verification_codes')
    .set((expression) => ({ attempts: expression('attempts', '+', 1) }))
    .where('project_id', '=', projectId)
    .where('nonce_hash', '=', hashToken(getCodeNonce(code)))
    .returningAll()
    .execute()
  const row = rows.find((found) => found.code_hash === hashToken(code) && found.type === type)
  return row ? toStoredCode(row) : null
}

/** Takes back an attempt on a code. */
export async function uncountAttempt(database: Database, id: string): Promise<void> {
  await database
    .updateTable('verification_codes')
    .set((expression) => ({ attempts: expression('attempts', '-', 1) }))
    .where('id', '=', id)
    .execute()
}

type CodeRow = Selectable<AccountTables['verification_codes']>

function toStoredCode(row: CodeRow): StoredCode {
  return {
    id: row.id,
    type: row.type,
    subject: row.subject,
    data: row.data,
    callbackUrl: row.callback_url,
    attempts: row.attempts,
    expiresAt: row.expires_at,
    isUsed: row.used_at !== null,
    isCancelled: row.cancelled_at !== null,
  }
}

/** Returns a code without counting an attempt: for codes whose link alone identifies the project. */
export async function findCode(
  database: Database,
  { type, code }: { readonly type: string; readonly code: string },
): Promise<(StoredCode & { readonly projectId: string }) | null> {
  const row = await database
    .selectFrom('verification_codes')
    .selectAll()
    .where('code_hash', '=', hashToken(code))
    .where('type', '=', type)
    .executeTakeFirst()
  return row ? { ...toStoredCode(row), projectId: row.project_id } : null
}

/** Marks a code as used in one conditional update. Returns whether this call did it. */
export async function markCodeUsed(database: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('verification_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Cancels an unused code. Returns whether this call did it. */
export async function cancelCode(database: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('verification_codes')
    .set({ cancelled_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Cancels the unused codes of one type and subject; with `requester` only those that the same device
 * requested.
 */
export async function cancelCodes(
  database: Database,
  { projectId, type, subject, requester }: Pick<CodeInput, 'projectId' | 'type' | 'subject' | 'requester'>,
  now: Date,
): Promise<void> {
  await database
    .updateTable('verification_codes')
    .set({ cancelled_at: now })
    .where('project_id', '=', projectId)
    .where('type', '=', type)
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .$if(requester !== undefined, (query) => query.where('requester', '=', requester ?? ''))
    .execute()
}

/** Deletes all codes of deleted subjects. */
export async function deleteCodesOfSubjects(
  database: Database,
  projectId: string,
  subjects: readonly string[],
): Promise<void> {
  await database
    .deleteFrom('verification_codes')
    .where('project_id', '=', projectId)
    .where(({ eb, fn, val }) => eb('subject', '=', fn.any(val([...subjects]))))
    .execute()
}

/** Deletes the codes of a user that were sent to an e-mail address the user no longer has. */
export async function deleteCodesSentTo(
  database: Database,
  projectId: string,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  await database
    .deleteFrom('verification_codes')
    .where('project_id', '=', projectId)
    .where('subject', '=', userId)
    .where(sql<string>`data ->> 'email'`, '=', email)
    .execute()
}

/**
 * Deletes codes that expired before `moment`. Expired codes are retained until then, so that they can be told
 * apart from unknown ones.
 */
export async function deleteCodesExpiredBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('verification_codes').where('expires_at', '<', moment).execute()
}

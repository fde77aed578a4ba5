import { signInChannel } from '../contact-channels/index.ts'
import type { Database } from '../database/index.ts'

/** Finds the password hash of a user, or null. */
export async function findPasswordHash(database: Database, userId: string): Promise<string | null> {
  const row = await database
    .selectFrom('user_passwords')
    .select('hash')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.hash ?? null
}

/** What somebody signs in with. */
export interface Credentials {
  readonly userId: string
  /** Null where the user has no password. */
  readonly password: { readonly hash: string; readonly changedAt: Date } | null
}

/** Finds whom an e-mail address signs in, and their password; null where it signs in nobody. */
export async function findCredentials(
  database: Database,
  projectId: string,
  email: string,
): Promise<Credentials | null> {
  const row = await signInChannel(database, projectId, email)
    .leftJoin('user_passwords', 'user_passwords.user_id', 'contact_channels.user_id')
    .select(['contact_channels.user_id', 'user_passwords.hash', 'user_passwords.changed_at'])
    .executeTakeFirst()
  if (!row) return null
  const { user_id, hash, changed_at } = row
  return { userId: user_id, password: hash !== null && changed_at ? { hash, changedAt: changed_at } : null }
}

/**
 * The question whether a password is still the one that was set at a moment. It waits for whoever is changing it, and has
 * who would change it wait until the transaction of the question ends.
 */
export function passwordSince(database: Database, userId: string, changedAt: Date) {
  return (
    database
      .selectFrom('user_passwords')
      .select('user_id')
      .where('user_id', '=', userId)
      // Dates here have milliseconds; rows that were brought along by hand may have more.
      .where(({ fn, val }) => fn('date_trunc', [val('milliseconds'), 'changed_at']), '=', changedAt)
      .forShare()
  )
}

/** Gives a user a password, or replaces it. */
export async function savePassword(
  database: Database,
  userId: string,
  hash: string,
  now: Date,
): Promise<void> {
  await database
    .insertInto('user_passwords')
    .values({ user_id: userId, hash, changed_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, changed_at: now }))
    .execute()
}

/** Gives a user a password unless there is one. Tells whether it did. */
export async function savePasswordIfNone(
  database: Database,
  userId: string,
  hash: string,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('user_passwords')
    .values({ user_id: userId, hash, changed_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Replaces a password, unless somebody else has in the meantime. Tells whether it did. */
export async function replacePassword(
  database: Database,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('user_passwords')
    .set({ hash: to, changed_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Keeps the same password under another hash, unless somebody else has replaced it in the meantime. */
export async function replaceHash(
  database: Database,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await database
    .updateTable('user_passwords')
    .set({ hash: to })
    .where('user_id', '=', userId)
    .where('hash', '=', from)
    .execute()
}

/** Takes the password of a user away. Tells whether there was one. */
export async function deletePassword(database: Database, userId: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('user_passwords')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

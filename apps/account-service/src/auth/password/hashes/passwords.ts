import type { Database } from '../../../platform/database/index.ts'
import { selectSignInChannel } from '../../../users/contact-channels/index.ts'

/** Returns the password hash of a user, or null. */
export async function findPasswordHash(database: Database, userId: string): Promise<string | null> {
  const row = await database
    .selectFrom('user_passwords')
    .select('hash')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.hash ?? null
}

/** The credentials of a user. */
export interface Credentials {
  readonly userId: string
  /** Null if the user has no password. */
  readonly password: { readonly hash: string; readonly changedAt: Date } | null
}

/** Returns the user who signs in with an e-mail address, and their password; null if there is none. */
export async function findCredentials(
  database: Database,
  projectId: string,
  email: string,
): Promise<Credentials | null> {
  const row = await selectSignInChannel(database, projectId, email)
    .leftJoin('user_passwords', 'user_passwords.user_id', 'contact_channels.user_id')
    .select(['contact_channels.user_id', 'user_passwords.hash', 'user_passwords.changed_at'])
    .executeTakeFirst()
  if (!row) return null
  const { user_id, hash, changed_at } = row
  return { userId: user_id, password: hash !== null && changed_at ? { hash, changedAt: changed_at } : null }
}

/**
 * Query that returns a row if the password is still the one set at `changedAt`. It takes a shared row lock:
 * it waits for a concurrent change, and blocks changes until the transaction ends.
 */
export function passwordUnchangedSince(database: Database, userId: string, changedAt: Date) {
  return (
    database
      .selectFrom('user_passwords')
      .select('user_id')
      .where('user_id', '=', userId)
      // A `Date` has milliseconds; imported rows may have microseconds.
      .where(({ fn, val }) => fn('date_trunc', [val('milliseconds'), 'changed_at']), '=', changedAt)
      .forShare()
  )
}

/** Inserts or replaces the password of a user. */
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

/** Inserts a password unless the user has one. Returns whether it was inserted. */
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

/** Replaces a password unless it was changed concurrently. Returns whether it was replaced. */
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

/** Replaces the hash of an unchanged password, unless the password was changed concurrently. */
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

/** Deletes the password of a user. Returns whether there was one. */
export async function deletePassword(database: Database, userId: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('user_passwords')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

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

/** Takes the password of a user away. Tells whether there was one. */
export async function deletePassword(database: Database, userId: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('user_passwords')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

import type { Database } from '../../platform/database/index.ts'

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(
  database: Database,
  userId: string,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await deleteRecoveryCodes(database, userId)
  await database
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: now, used_at: null })))
    .execute()
}

export async function deleteRecoveryCodes(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Marks a code as used in one conditional update. Returns whether it was unused. */
export async function markRecoveryCodeUsed(
  database: Database,
  userId: string,
  hash: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns the number of unused codes of a user. */
export async function countUnusedRecoveryCodes(database: Database, userId: string): Promise<number> {
  const { remaining } = await database
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll().as('remaining'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(remaining)
}

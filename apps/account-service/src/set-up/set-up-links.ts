import type { Database } from '../database/index.ts'

/**
 * Stores the hash of another one-time link, unless the installation has been set up. Earlier ones stop working.
 * Tells whether it did.
 */
export async function replaceSetUpLink(
  database: Database,
  link: { readonly tokenHash: string; readonly expiresAt: Date },
): Promise<boolean> {
  const columns = { token_hash: link.tokenHash, expires_at: link.expiresAt }
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('set_up_links')
    .values({ ...columns, used_at: null })
    .onConflict((conflict) =>
      conflict.column('only_one').doUpdateSet(columns).where('set_up_links.used_at', 'is', null),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Tells whether a link works: it is the last one, has not expired, and nobody has used it. */
export async function isSetUpLink(database: Database, tokenHash: string, now: Date): Promise<boolean> {
  const row = await database
    .selectFrom('set_up_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses the link up, in one conditional update. Tells whether this call did it. */
export async function markSetUp(database: Database, tokenHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('set_up_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

import type { Database } from '../../platform/database/index.ts'

/**
 * Stores the hash of a new one-time link, which invalidates earlier ones. No-op after set-up. Returns whether
 * it was stored.
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

export type SetUpState = 'open' | 'used' | 'expired'

/** Returns the state of the latest link. */
export async function findSetUpState(database: Database, now: Date): Promise<SetUpState> {
  const row = await database.selectFrom('set_up_links').select(['expires_at', 'used_at']).executeTakeFirst()
  if (row?.used_at) return 'used'
  return row && row.expires_at <= now ? 'expired' : 'open'
}

/** Returns whether a link is valid: the latest one, unexpired and unused. */
export async function isValidSetUpLink(database: Database, tokenHash: string, now: Date): Promise<boolean> {
  const row = await database
    .selectFrom('set_up_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Consumes the link in one conditional update. Returns whether this call consumed it. */
export async function redeemSetUpLink(database: Database, tokenHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('set_up_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

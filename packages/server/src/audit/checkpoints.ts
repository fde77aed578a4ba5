import type { AuditDatabase } from './audit-tables.ts'
import type { ChainEntry, SignedChainEntry } from './hash-chain.ts'

/** Returns whether a checkpoint was recorded after a moment. */
export async function hasCheckpointSince(database: AuditDatabase, moment: Date): Promise<boolean> {
  const recent = await database
    .selectFrom('audit_checkpoints')
    .select('position')
    .where('at', '>', moment)
    .limit(1)
    .executeTakeFirst()
  return recent !== undefined
}

export async function insertCheckpoint(
  database: AuditDatabase,
  { position, hash, signature, at }: SignedChainEntry & { readonly at: Date },
): Promise<void> {
  await database
    .insertInto('audit_checkpoints')
    .values({ position: String(position), hash, signature, at })
    .execute()
}

/** Lists checkpoints in chain order. */
export async function listCheckpoints(database: AuditDatabase): Promise<SignedChainEntry[]> {
  const rows = await database
    .selectFrom('audit_checkpoints')
    .select(['position', 'hash', 'signature'])
    .orderBy('position')
    .execute()
  return rows.map(({ position, hash, signature }) => ({ position: BigInt(position), hash, signature }))
}

/** Deletes checkpoints at the start of the chain. */
export async function deleteCheckpointsUpTo(
  database: AuditDatabase,
  { position }: ChainEntry,
): Promise<void> {
  await database.deleteFrom('audit_checkpoints').where('position', '<=', String(position)).execute()
}

import type { Selectable } from 'kysely'
import type { AccountTables, Database } from '../database/index.ts'
import type { ChainEntry } from './hash-chain.ts'

/** Returns whether a checkpoint was recorded after a moment. */
export async function hasCheckpointSince(database: Database, moment: Date): Promise<boolean> {
  const recent = await database
    .selectFrom('audit_checkpoints')
    .select('position')
    .where('at', '>', moment)
    .limit(1)
    .executeTakeFirst()
  return recent !== undefined
}

export async function insertCheckpoint(
  database: Database,
  { position, hash, signature, at }: ChainEntry & { readonly signature: Buffer; readonly at: Date },
): Promise<void> {
  await database
    .insertInto('audit_checkpoints')
    .values({ position: String(position), hash, signature, at })
    .execute()
}

/** Lists checkpoints in chain order. */
export async function listCheckpoints(
  database: Database,
): Promise<Selectable<AccountTables['audit_checkpoints']>[]> {
  return await database.selectFrom('audit_checkpoints').selectAll().orderBy('position').execute()
}

/** Deletes checkpoints at the start of the chain. */
export async function deleteCheckpointsUpTo(database: Database, { position }: ChainEntry): Promise<void> {
  await database.deleteFrom('audit_checkpoints').where('position', '<=', String(position)).execute()
}

import type { AuditLog } from './append-to-chain.ts'
import { deleteEntriesUpTo, findLastChainEntryBefore } from './audit-entries.ts'
import { deleteCheckpointsUpTo } from './checkpoints.ts'
import { createChain, upsertChainEnd } from './hash-chain.ts'

const dayMs = 24 * 60 * 60_000

/** Deletes expired entries from the start of the chain; the remaining chain still verifies. */
export async function deleteOldEntries(
  { name, database, secrets, now }: Pick<AuditLog, 'name' | 'database' | 'secrets' | 'now'>,
  retentionDays: number,
): Promise<void> {
  const before = new Date(now().getTime() - retentionDays * dayMs)
  await database.transaction().execute(async (transaction) => {
    const lastExpired = await findLastChainEntryBefore(transaction, before)
    if (!lastExpired) return
    await upsertChainEnd(transaction, createChain(secrets, name), 'first', lastExpired)
    await deleteEntriesUpTo(transaction, lastExpired)
    await deleteCheckpointsUpTo(transaction, lastExpired)
  })
}

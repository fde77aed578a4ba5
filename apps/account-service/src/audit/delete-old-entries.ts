import type { Services } from '../services.ts'
import { chainOf, writeEnd } from './chain.ts'
import { deleteCheckpointsUpTo } from './checkpoints.ts'
import { deleteEntriesUpTo, findLastLinkBefore } from './entries.ts'

const dayMs = 24 * 60 * 60_000

/** Deletes expired entries from the start of the chain; the remaining chain still verifies. */
export async function deleteOldEntries({
  database,
  secrets,
  options,
  now,
}: Pick<Services, 'database' | 'secrets' | 'options' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - options.auditKeptDays * dayMs)
  await database.transaction().execute(async (transaction) => {
    const lastOld = await findLastLinkBefore(transaction, before)
    if (!lastOld) return
    await writeEnd(transaction, chainOf(secrets), 'first', lastOld)
    await deleteEntriesUpTo(transaction, lastOld)
    await deleteCheckpointsUpTo(transaction, lastOld)
  })
}

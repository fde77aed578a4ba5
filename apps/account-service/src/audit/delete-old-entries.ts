import type { Services } from '../services.ts'
import { chainOf, writeEnd } from './chain.ts'

const dayMs = 24 * 60 * 60_000

/** Removes entries that need not be kept any longer, from the beginning of the chain: what is left still verifies. */
export async function deleteOldEntries({
  database,
  secrets,
  options,
  now,
}: Pick<Services, 'database' | 'secrets' | 'options' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - options.auditKeptDays * dayMs)
  await database.transaction().execute(async (transaction) => {
    const firstKept = await transaction
      .selectFrom('audit_entries')
      .select('position')
      .where('at', '>=', before)
      .where('position', 'is not', null)
      .orderBy('position')
      .limit(1)
      .executeTakeFirst()
    if (!firstKept?.position) return
    const lastOld = await transaction
      .selectFrom('audit_entries')
      .select(['position', 'hash'])
      .where('position', '<', firstKept.position)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!lastOld?.position || !lastOld.hash) return

    const { position, hash } = lastOld
    await writeEnd(transaction, chainOf(secrets), 'first', { position: BigInt(position), hash })
    await transaction.deleteFrom('audit_entries').where('position', '<=', position).execute()
    await transaction.deleteFrom('audit_checkpoints').where('position', '<=', position).execute()
  })
}

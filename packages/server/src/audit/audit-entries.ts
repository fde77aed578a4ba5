import { sql } from 'kysely'
import type { AuditEntry } from './audit-entry.ts'
import type { AuditDatabase } from './audit-tables.ts'
import { type ChainEntry, canonicalEntryText } from './hash-chain.ts'

/**
 * Inserts an audit entry. Called by the contexts of the services alone, which pass the transaction of the
 * audited change.
 */
export async function insertAuditEntry(database: AuditDatabase, entry: AuditEntry): Promise<void> {
  await database.insertInto('audit_entries').values(toAuditRow(entry)).execute()
}

/** Returns the row of an entry. */
export function toAuditRow(entry: AuditEntry) {
  return {
    at: entry.at,
    project_id: entry.projectId,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    action: entry.action,
    outcome: entry.outcome ?? 'success',
    subject_type: entry.subject?.type ?? null,
    subject_id: entry.subject?.id ?? null,
    ip: entry.info?.ip ?? null,
    user_agent: entry.info?.userAgent ?? null,
    request_id: entry.info?.requestId ?? null,
    details: JSON.stringify(entry.details ?? {}),
  }
}

/** Reads entries that are not chained yet, in insertion order. */
export async function listUnchainedEntries(
  database: AuditDatabase,
  limit: number,
): Promise<{ id: string; text: string }[]> {
  return await database
    .selectFrom('audit_entries')
    .select(['id', canonicalEntryText.as('text')])
    .where('position', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Counts entries that are not chained yet. */
export async function countUnchained(database: AuditDatabase): Promise<number> {
  const { count } = await database
    .selectFrom('audit_entries')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('position', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** An entry with its place in the chain, as stored: not yet verified. */
export interface ChainedEntry {
  readonly id: string
  readonly position: string | null
  readonly hash: Buffer | null
  readonly text: string
}

/** Reads chained entries after a position, in order. */
export async function listChainedEntriesAfter(
  database: AuditDatabase,
  position: bigint,
  limit: number,
): Promise<ChainedEntry[]> {
  return await database
    .selectFrom('audit_entries')
    .select(['id', 'position', 'hash', canonicalEntryText.as('text')])
    .where('position', '>', String(position))
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** Stores the chain positions and hashes of entries. */
export async function storeChainEntries(
  database: AuditDatabase,
  entries: readonly (ChainEntry & { readonly id: string })[],
): Promise<void> {
  const ids = entries.map(({ id }) => id)
  const positions = entries.map(({ position }) => String(position))
  const hashes = entries.map(({ hash }) => hash)
  await database
    .updateTable('audit_entries')
    .from(
      sql<{ id: string; position: string; hash: Buffer }>`
        unnest(${ids}::bigint[], ${positions}::bigint[], ${hashes}::bytea[])`.as<'link'>(
        sql`link (id, position, hash)`,
      ),
    )
    .set((column) => ({ position: column.ref('link.position'), hash: column.ref('link.hash') }))
    .whereRef('audit_entries.id', '=', 'link.id')
    .execute()
}

/** Returns the last chain entry before a moment; null unless there is a later one too. */
export async function findLastChainEntryBefore(
  database: AuditDatabase,
  moment: Date,
): Promise<ChainEntry | null> {
  const firstRetained = await database
    .selectFrom('audit_entries')
    .select('position')
    .where('at', '>=', moment)
    .where('position', 'is not', null)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  if (!firstRetained?.position) return null
  const lastExpired = await database
    .selectFrom('audit_entries')
    .select(['position', 'hash'])
    .where('position', '<', firstRetained.position)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return lastExpired?.position && lastExpired.hash
    ? { position: BigInt(lastExpired.position), hash: lastExpired.hash }
    : null
}

/** Deletes entries at the start of the chain. */
export async function deleteEntriesUpTo(database: AuditDatabase, { position }: ChainEntry): Promise<void> {
  await database.deleteFrom('audit_entries').where('position', '<=', String(position)).execute()
}

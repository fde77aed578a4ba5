import { required } from '@parley/primitives'
import { type Selectable, sql } from 'kysely'
import type { AuditDatabase, AuditTables } from './audit-tables.ts'

export interface AuditEntryFilter {
  /** Only entries of this project, even if it was deleted; all entries by default. */
  readonly projectId?: string
  /** Only entries at or after this moment. */
  readonly since?: Date
  /** Maximum number of entries; the newest are returned. */
  readonly limit: number
}

/** An audit entry as listed. `ip` is the client's IP address. */
export interface ListedAuditEntry {
  readonly at: Date
  readonly projectId: string | null
  readonly actor: { readonly type: string; readonly id: string | null }
  readonly action: string
  readonly outcome: 'success' | 'failure' | 'denied'
  readonly subject: { readonly type: string; readonly id: string } | null
  readonly ip: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
  readonly details: unknown
}

/**
 * Lists the networks and programs of the latest sessions that a user started since a moment, newest first.
 */
export async function listSessionStarts(
  database: AuditDatabase,
  { userId, since, limit }: { readonly userId: string; readonly since: Date; readonly limit: number },
): Promise<{ ip: string | null; userAgent: string | null }[]> {
  return await database
    .selectFrom('audit_entries')
    .select(['ip', 'user_agent as userAgent'])
    .where('actor_id', '=', userId)
    .where('action', '=', 'session.started')
    .where('actor_type', '=', 'user')
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Lists audit entries with a value in their details, newest first. `beforeId` is the id of the last entry of the page
 * before.
 *
 * @param page.detail.key A constant of the caller, on which there is an index.
 */
export async function listEntriesByDetail(
  database: AuditDatabase,
  {
    detail,
    actorId,
    beforeId,
    limit,
  }: {
    readonly detail: { readonly key: string; readonly value: string }
    readonly actorId: string | null
    readonly beforeId: string | null
    readonly limit: number
  },
): Promise<(ListedAuditEntry & { readonly id: string })[]> {
  const rows = await database
    .selectFrom('audit_entries')
    .selectAll()
    .where(sql<string>`details->>${sql.lit(detail.key)}`, '=', detail.value)
    .$if(actorId !== null, (query) => query.where('actor_id', '=', actorId))
    .$if(beforeId !== null, (query) => query.where('id', '<', required(beforeId, 'the last id')))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.id, ...toListedEntry(row) }))
}

/** Lists audit entries, oldest first. */
export async function listAuditEntries(
  database: AuditDatabase,
  { projectId, since, limit }: AuditEntryFilter,
): Promise<ListedAuditEntry[]> {
  const rows = await database
    .selectFrom('audit_entries')
    .selectAll()
    .$if(projectId !== undefined, (query) =>
      query.where('project_id', '=', required(projectId, 'the project id')),
    )
    .$if(since !== undefined, (query) => query.where('at', '>=', required(since, 'the start of the filter')))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse().map(toListedEntry)
}

type EntryRow = Selectable<AuditTables['audit_entries']>

function toListedEntry(row: EntryRow): ListedAuditEntry {
  return {
    at: row.at,
    projectId: row.project_id,
    actor: { type: row.actor_type, id: row.actor_id },
    action: row.action,
    outcome: row.outcome,
    subject:
      row.subject_type !== null && row.subject_id !== null
        ? { type: row.subject_type, id: row.subject_id }
        : null,
    ip: row.ip,
    userAgent: row.user_agent,
    requestId: row.request_id,
    details: row.details,
  }
}

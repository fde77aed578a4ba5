import type { Database } from '../database/index.ts'

export interface EntriesAsked {
  /** Entries of this project alone, also where it has been deleted; of all and of none when left out. */
  readonly projectId?: string
  /** Entries written at this moment or later. */
  readonly since?: Date
  /** At most so many, the newest of them. */
  readonly limit: number
}

/** An entry as it can be read. `ip` is the address that the call came from. */
export interface ListedEntry {
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

/** What was written down, newest last. */
export async function listEntries(
  database: Database,
  { projectId, since, limit }: EntriesAsked,
): Promise<ListedEntry[]> {
  const rows = await database
    .selectFrom('audit_entries')
    .selectAll()
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId!))
    .$if(since !== undefined, (query) => query.where('at', '>=', since!))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse().map((row) => ({
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
  }))
}

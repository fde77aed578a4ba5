import type { HttpCall } from '@parley/server/http'
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import { type Database, insertWhere } from '../database/index.ts'
import type { AuditAction } from './actions.ts'

/** Who did it: a user, a key of some access type, or the service itself. */
export type Actor =
  | { readonly type: 'user' | 'client' | 'server' | 'admin'; readonly id: string | null }
  | { readonly type: 'service'; readonly id: null }

/** One line of the audit log. `details` never holds a secret, and no address of someone who has no account. */
export interface AuditEntry {
  readonly projectId: string | null
  readonly actor: Actor
  readonly action: AuditAction
  readonly outcome?: 'success' | 'failure' | 'denied'
  readonly subject?: { readonly type: string; readonly id: string }
  readonly details?: Readonly<Record<string, string | number | boolean | null>>
  readonly call?: HttpCall
  readonly at: Date
}

/** Writes down what happened. Given the transaction of what happened, both stand or neither. */
export async function recordAudit(database: Database, entry: AuditEntry): Promise<void> {
  await database.insertInto('audit_entries').values(rowOf(entry)).execute()
}

/** A part of a larger statement that writes down what happened where `condition` holds. */
export function auditWhere(entry: AuditEntry, condition: Expression<SqlBool>): RawBuilder<unknown> {
  return insertWhere('audit_entries', rowOf(entry), condition)
}

function rowOf(entry: AuditEntry) {
  return {
    at: entry.at,
    project_id: entry.projectId,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    action: entry.action,
    outcome: entry.outcome ?? 'success',
    subject_type: entry.subject?.type ?? null,
    subject_id: entry.subject?.id ?? null,
    ip: entry.call?.ip ?? null,
    user_agent: entry.call?.userAgent ?? null,
    request_id: entry.call?.requestId ?? null,
    details: JSON.stringify(entry.details ?? {}),
  }
}

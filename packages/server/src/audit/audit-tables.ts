import type { ColumnType, Generated, Kysely } from 'kysely'

interface AuditEnds {
  which: 'first' | 'last'
  position: string
  hash: Buffer
  signature: Buffer
}

interface AuditCheckpoints {
  position: string
  hash: Buffer
  signature: Buffer
  at: Date
}

interface AuditEntries {
  id: Generated<string>
  at: Date
  project_id: string | null
  actor_type: string
  actor_id: string | null
  action: string
  outcome: 'success' | 'failure' | 'denied'
  subject_type: string | null
  subject_id: string | null
  ip: string | null
  user_agent: string | null
  request_id: string | null
  details: ColumnType<unknown, string, string>
  position: ColumnType<string | null, undefined, string>
  hash: ColumnType<Buffer | null, undefined, Buffer>
}

/** The tables of an audit log and its hash chain. Each service has its own in its schema. */
export interface AuditTables {
  audit_ends: AuditEnds
  audit_checkpoints: AuditCheckpoints
  audit_entries: AuditEntries
}

/** The database of a service, reduced to its audit log. */
export type AuditDatabase = Kysely<AuditTables>

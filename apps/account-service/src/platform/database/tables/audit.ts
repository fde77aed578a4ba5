import type { ColumnType, Generated } from 'kysely'

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

interface AuditOmissions {
  kind: 'authentication' | 'access'
  /** Empty when the requests named no project. */
  project_id: string
  /** The id of the signed-in user, else the network of the client. */
  source: string
  omitted: string
  since: Date
  ends_at: Date
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

/** The audit log and its hash chain. */
export interface AuditTables {
  audit_ends: AuditEnds
  audit_checkpoints: AuditCheckpoints
  audit_entries: AuditEntries
  audit_omissions: AuditOmissions
}

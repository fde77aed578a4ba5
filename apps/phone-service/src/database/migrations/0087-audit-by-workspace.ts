import type { Migration } from '@parley/server'

const statements = [
  "create index audit_entries_by_workspace on audit_entries ((details->>'workspace'), id)",
  "create index audit_entries_by_member on audit_entries ((details->>'workspace'), actor_id, id)",
]

/** The administrators of a workspace read its audit log. */
export const auditByWorkspace: Migration = { name: '0087-audit-by-workspace', sql: statements.join(';\n') }

import type { DatabaseServer, Secrets } from '@parley/server'
import {
  type AuditEntryFilter,
  type AuditTables,
  type AuditVerdict,
  type ListedAuditEntry,
  listAuditEntries,
  verifyChain,
} from '@parley/server/audit'

/**
 * Lists entries of the phone's audit log, oldest first; none if no phone service has started on this
 * database.
 */
export async function listPhoneAudit(
  server: DatabaseServer,
  filter: AuditEntryFilter,
): Promise<ListedAuditEntry[]> {
  if (!(await hasAuditLog(server))) return []
  return await listAuditEntries(server.schema<AuditTables>('phone'), filter)
}

/** Verifies the phone's audit log. Returns null if no phone service has started on this database. */
export async function verifyPhoneAudit(
  server: DatabaseServer,
  secrets: Secrets,
): Promise<AuditVerdict | null> {
  if (!(await hasAuditLog(server))) return null
  return await verifyChain({ name: 'phone', database: server.schema<AuditTables>('phone'), secrets })
}

async function hasAuditLog({ pool }: DatabaseServer): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>(
    "select to_regclass('phone.audit_entries') is not null as exists",
  )
  return rows[0]?.exists === true
}

export { type AuditLog, startAuditChaining } from './append-to-chain.ts'
export type { Actor, AuditEntry } from './audit-entry.ts'
export type { AuditDatabase, AuditTables } from './audit-tables.ts'
export { deleteOldEntries } from './delete-old-entries.ts'
export type { AuditLogName } from './hash-chain.ts'
export {
  type AuditEntryFilter,
  type ListedAuditEntry,
  listAuditEntries,
  listEntriesByDetail,
  listSessionStarts,
} from './list-entries.ts'
export { type AuditVerdict, verifyChain } from './verify-chain.ts'

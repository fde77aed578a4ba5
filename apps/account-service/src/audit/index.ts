export { deleteOldEntries } from './delete-old-entries.ts'
export { type Actor, type AuditEntry, auditWhere, recordAudit } from './entries.ts'
export { keepSealing } from './seal-entries.ts'
export { type AuditVerdict, verifyChain } from './verify-chain.ts'

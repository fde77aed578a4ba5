export { type Actor, type AuditEntry, recordAudit } from './entries.ts'

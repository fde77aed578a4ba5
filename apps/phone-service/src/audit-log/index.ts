export { startAuditLog } from './start-audit-log.ts'

import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listAuditEntries } from './list-entries.ts'

export { startAuditLog } from './start-audit-log.ts'

export const auditLogHandlers = {
  'GET /audit-entries': listAuditEntries,
} satisfies Partial<PhoneHandlers<Services>>

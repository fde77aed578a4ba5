export type { PhoneAuditAction } from '@parley/contract/phone/audit-actions'
export {
  type ContextInput,
  createServiceContext,
  type ServiceContext,
  type ServiceTransaction,
} from './create-service-context.ts'

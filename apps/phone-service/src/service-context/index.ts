export type { PhoneAuditAction } from './audit-actions.ts'
export {
  type ContextInput,
  createServiceContext,
  type ServiceContext,
  type ServiceTransaction,
} from './create-service-context.ts'

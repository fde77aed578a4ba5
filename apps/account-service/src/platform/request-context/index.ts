export type {
  Access,
  AccessType,
  AccountHandlers,
  EndpointRequest,
  RequestContext,
} from './auth-context.ts'
export { createAccountApi } from './create-account-api.ts'
export type { DatabaseLoadService } from './reject-overload.ts'
export type { DatabaseDiskService } from './require-disk-space.ts'
export { requireOwnUser } from './require-own-user.ts'

export type {
  Access,
  AccessType,
  AccountHandlers,
  EndpointRequest,
  RequestContext,
} from './auth-context.ts'
export { createAccountApi } from './create-account-api.ts'
export type { DatabaseLoadService } from './reject-overload.ts'
export { requireOwnUser } from './require-own-user.ts'

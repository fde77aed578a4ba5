export type {
  Access,
  AccessType,
  AccountRouter,
  AuthContext,
  EndpointRequest,
  RequestContext,
} from './auth-context.ts'
export { createAccountRouter } from './create-account-router.ts'
export { requireOwnUser } from './require-own-user.ts'

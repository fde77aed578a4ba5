export type { Access, AccessType, AccountHandlers, EndpointRequest } from './auth-context.ts'
export { createAccountApi } from './create-account-api.ts'
export { requireOwnUser } from './require-own-user.ts'

export type { Access, AccessType, AuthContext, AccountRouter, EndpointRequest } from './auth-context.ts'
export { createAccountRouter } from './create-account-router.ts'

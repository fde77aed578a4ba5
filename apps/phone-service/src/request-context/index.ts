export { type AccountServiceConnection, createAccountUserLookup } from './account-user-lookup.ts'
export { type AuthenticationDeps, authenticate, type Credentials, type CurrentUser } from './authenticate.ts'
export { createPhoneRouter, type PhoneRequest } from './phone-router.ts'

export { type AccountServiceConnection, createAccountUserLookup } from './account-user-lookup.ts'
export { type AuthenticationDeps, type CurrentUser, type Credentials, authenticate } from './authenticate.ts'
export { type PhoneRequest, createPhoneRouter } from './phone-router.ts'

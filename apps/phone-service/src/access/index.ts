export { type AccountsConnection, createAccountPeople } from './account-people.ts'
export { type AccessTools, type Caller, type Credentials, identify } from './identify.ts'
export { type Requested, serveTo } from './serve-to.ts'

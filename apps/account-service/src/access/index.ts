export type { Access, AccessType, Caller, Serve, ServedRequest } from './identity.ts'
export { serveAccount } from './serve-account.ts'

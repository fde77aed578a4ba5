export type { AuditAction } from './actions.ts'
export { startAuditChaining } from './append-to-chain.ts'
export type { Actor, AuditEntry } from './audit-entry.ts'
export { deleteOldEntries } from './delete-old-entries.ts'
export { isDenial, markDenied } from './denials.ts'
export { findFailedAccount, withFailedAccount } from './failed-accounts.ts'
export {
  type AuditEntryFilter,
  type ListedAuditEntry,
  listAuditEntries,
  listSessionStarts,
} from './list-entries.ts'
export { type Failure, isWithinAuditLimit } from './omissions.ts'
export { findRejectedKey, withRejectedKey } from './rejected-keys.ts'
export { type AuditVerdict, verifyChain } from './verify-chain.ts'

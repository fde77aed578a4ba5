export {
  type AuthorizationCode,
  type CodeResult,
  deleteAuthorizationCodesExpiredBefore,
  deleteUnusedAuthorizationCodes,
  insertAuthorizationCode,
  type RedeemedCode,
  recordCodeResult,
  recordCodeReuse,
  redeemAuthorizationCode,
} from './authorization-codes.ts'
export {
  type Connection,
  type ConnectionConflict,
  deleteConnection,
  deleteUserConnections,
  findConnectionConflict,
  findSignInConnection,
  insertConnection,
  listConnections,
  lockProviderAccount,
  selectLockedConnection,
  updateConnection,
} from './connections.ts'
export {
  claimToken,
  decryptToken,
  deleteTokens,
  listTokens,
  markTokenInvalid,
  releaseToken,
  type StoredToken,
  storeTokens,
} from './provider-tokens.ts'

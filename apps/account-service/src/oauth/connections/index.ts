export {
  type Connection,
  type ConnectionConflict,
  deleteConnection,
  findConnectionConflict,
  findSignInConnection,
  insertConnection,
  listConnections,
  lockProviderAccount,
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

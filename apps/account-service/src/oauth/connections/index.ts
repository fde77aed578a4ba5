export {
  type Connection,
  type ConnectionConflict,
  updateConnection,
  findConnectionConflict,
  deleteConnection,
  findSignInConnection,
  insertConnection,
  listConnections,
  lockProviderAccount,
} from './connections.ts'
export {
  claimToken,
  deleteTokens,
  type StoredToken,
  storeTokens,
  listTokens,
  markTokenInvalid,
  decryptToken,
  releaseToken,
} from './provider-tokens.ts'

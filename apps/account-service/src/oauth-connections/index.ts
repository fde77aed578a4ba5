export {
  type Connection,
  type ConnectionConflict,
  changeConnection,
  conflictOf,
  deleteConnection,
  findSignInConnection,
  insertConnection,
  listConnections,
  lockAccount,
} from './connections.ts'
export {
  claimToken,
  dropTokens,
  type KeptToken,
  keepTokens,
  listTokens,
  markInvalid,
  openToken,
  releaseToken,
} from './provider-tokens.ts'

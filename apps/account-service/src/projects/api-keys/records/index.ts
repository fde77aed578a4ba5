export {
  type ApiKey,
  countValidKeys,
  deleteOldInvalidKeys,
  findApiKey,
  findApiKeyByPlaintext,
  insertApiKey,
  type KeyOwner,
  keyOwnerForeignKeys,
  listApiKeys,
  revokeUserKeys,
  serializeApiKey,
  updateApiKeyRow,
} from './api-keys.ts'
export { type ApiKeyType, generateApiKey } from './generate-api-key.ts'
export { revokeMemberKeys } from './revoke-member-keys.ts'

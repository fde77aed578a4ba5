export { createPasswordHashing, type PasswordHashing, type PasswordService } from './hashing.ts'
export { type HashingClient, toHashingClient } from './hashing-queues.ts'
export { checkPasswordPolicy } from './password-policy.ts'
export {
  type Credentials,
  deletePassword,
  findCredentials,
  findPasswordHash,
  passwordUnchangedSince,
  replaceHash,
  replacePassword,
  savePassword,
  savePasswordIfNone,
} from './passwords.ts'

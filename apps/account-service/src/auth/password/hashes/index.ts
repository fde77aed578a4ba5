export { isCommonPassword } from './common-passwords.ts'
export {
  type Argon2Cost,
  createPasswordHashing,
  type HashingQueue,
  type PasswordHashing,
  productionCost,
  productionQueue,
} from './hashing.ts'
export { checkPasswordLength, checkPasswordPolicy } from './password-policy.ts'
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

export { checkChosenPassword, checkPasswordLength } from './check-chosen-password.ts'
export { isGuessable } from './guessable.ts'
export {
  type Argon2Cost,
  createPasswordHashing,
  type HashingQueue,
  type PasswordHashing,
  productionCost,
  productionQueue,
} from './hashing.ts'
export {
  type Credentials,
  deletePassword,
  findCredentials,
  findPasswordHash,
  passwordSince,
  replaceHash,
  replacePassword,
  savePassword,
  savePasswordIfNone,
} from './passwords.ts'

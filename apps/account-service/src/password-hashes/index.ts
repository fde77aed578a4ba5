export { checkPasswordLength } from './check-length.ts'
export {
  type Argon2Cost,
  createPasswordHashing,
  type HashingQueue,
  type PasswordHashing,
  productionCost,
  productionQueue,
} from './hashing.ts'
export { findPasswordHash, replacePassword, savePassword, savePasswordIfNone } from './passwords.ts'

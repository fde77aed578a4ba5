export {
  findKeySets,
  insertKeySet,
  isValidKey,
  type KeySet,
  type PlaintextKeys,
  selectValidKeySets,
  updateKeySetRow,
} from './key-sets.ts'
export { withRejectedKeySet } from './rejected-key.ts'

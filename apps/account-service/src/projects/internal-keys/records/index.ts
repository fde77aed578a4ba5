export {
  findKeySets,
  insertKeySet,
  isValidKey,
  type KeySetRecord,
  type PlaintextKeys,
  selectValidKeySets,
  updateKeySetRow,
} from './key-sets.ts'
export { withRejectedKeySet } from './rejected-key.ts'

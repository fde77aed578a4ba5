export { createKeySet, type KeySetOrder } from './create-key-set.ts'
export { insertKeySet, isValidKey, type KeyAccessType, type KeyTexts } from './key-sets.ts'

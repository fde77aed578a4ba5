import type { AccountHandlers } from '../../platform/request-context/index.ts'
import { createKeySet } from './create-key-set.ts'
import { getKeySet } from './get-key-set.ts'
import { listKeySets } from './list-key-sets.ts'
import { updateKeySet } from './update-key-set.ts'

export { createFullKeySet, type KeySetInput } from './create-key-set.ts'

export const internalKeyHandlers = {
  'POST /internal/api-keys': createKeySet,
  'GET /internal/api-keys': listKeySets,
  'GET /internal/api-keys/{id}': getKeySet,
  'PATCH /internal/api-keys/{id}': updateKeySet,
} satisfies Partial<AccountHandlers>

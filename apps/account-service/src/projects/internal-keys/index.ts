import { internalKeys } from '@parley/contract/account'
import type { AccountRouter } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { createKeySet } from './create-key-set.ts'
import { getKeySet } from './get-key-set.ts'
import { listKeySets } from './list-key-sets.ts'
import { updateKeySet } from './update-key-set.ts'

export { createFullKeySet, type KeySetInput } from './create-key-set.ts'
export {
  insertKeySet,
  isValidKey,
  type KeyAccessType,
  type PlaintextKeys,
  selectValidKeySets,
} from './key-sets.ts'
export { withRejectedKeySet } from './rejected-key.ts'

export function serveInternalKeys(serve: AccountRouter, services: Services): void {
  serve(internalKeys.createKeySet, (request) => createKeySet(services, request))
  serve(internalKeys.listKeySets, (request) => listKeySets(services, request))
  serve(internalKeys.getKeySet, (request) => getKeySet(services, request))
  serve(internalKeys.updateKeySet, (request) => updateKeySet(services, request))
}

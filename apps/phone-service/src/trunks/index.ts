import { trunks } from '@parley/contract/phone'
import type { PhoneRouter, Services } from '../services.ts'
import { deleteTrunk } from './delete-trunk.ts'
import { getTrunk, listTrunks as listForUser } from './read-trunks.ts'
import { createTrunk, updateTrunk } from './save-trunk.ts'
import { testTrunk } from './test-trunk.ts'

export { trunkNetworks } from './check-trunk.ts'
export { applyTrunks, publishTrunkStates } from './sync-trunks.ts'
export { listTrunkNumbers } from './trunk-numbers.ts'
export { findWorkspaceOfTrunk, listTrunks } from './trunks.ts'

export function serveTrunks(serve: PhoneRouter, services: Services): void {
  serve(trunks.createTrunk, (request) => createTrunk(services, request))
  serve(trunks.listTrunks, (request) => listForUser(services, request))
  serve(trunks.getTrunk, (request) => getTrunk(services, request))
  serve(trunks.updateTrunk, (request) => updateTrunk(services, request))
  serve(trunks.deleteTrunk, (request) => deleteTrunk(services, request))
  serve(trunks.testTrunk, (request) => testTrunk(services, request))
}

import type { LiveService } from '../live/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteTrunk } from './delete-trunk.ts'
import { getTrunk, listTrunks as listForUser } from './read-trunks.ts'
import { createTrunk, updateTrunk } from './save-trunk.ts'
import { testTrunk } from './test-trunk.ts'
import type { TrunkLeaseService } from './trunk-leases.ts'

export { applyTrunkGrant, applyTrunks, startTrunkGrantChecks } from './apply-trunks.ts'
export { trunkNetworks } from './check-trunk.ts'
export { deleteTrunksOfWorkspace } from './delete-trunk.ts'
export { grantFoundAddresses } from './grant-addresses.ts'
export { releaseTrunks, startTrunkReconciliation } from './reconcile-trunks.ts'
export { findOldestTrunk, findTrunkOwner, listTrunkNumbers, listTrunks, lockTrunk } from './records/index.ts'
export { areTrunksGranted, areTrunksLastGranted } from './require-trunk-grant.ts'
export { publishTrunkStates, syncTrunksWithLock } from './sync-trunks.ts'
export { runTrunkTest } from './test-trunk.ts'
export { type TrunkLeaseService, TrunkLeases } from './trunk-leases.ts'

export const trunkHandlers = {
  'POST /trunks': createTrunk,
  'GET /trunks': listForUser,
  'GET /trunks/{trunk}': getTrunk,
  'PUT /trunks/{trunk}': updateTrunk,
  'DELETE /trunks/{trunk}': deleteTrunk,
  'POST /trunks/{trunk}/test': testTrunk,
} satisfies Partial<PhoneHandlers<Services & AuthenticationService & TrunkLeaseService & LiveService>>

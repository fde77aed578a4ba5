import type { ResponseOf } from '@parley/contract'
import { PhoneError, type trunks } from '@parley/contract/phone'
import type { RateLimit } from '@parley/server'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { claimCurrentAddresses } from './grant-addresses.ts'
import { findTrunk } from './records/index.ts'
import { requireTrunkGrant } from './require-trunk-grant.ts'
import { readTrunkConfig } from './trunk-config.ts'
import type { TrunkLeaseService } from './trunk-leases.ts'

type TestTrunk = typeof trunks.testTrunk

/** Tests of a workspace: each sends several requests to an address that an administrator chose. */
const testLimit: RateLimit = { name: 'phone-trunk-tests', attempts: 5, windowMs: 60_000, kind: 'sliding' }

/** Tests a saved trunk at the addresses to which its hosts resolve now. */
export async function testTrunk(
  services: Services & AuthenticationService & TrunkLeaseService,
  { user, params }: PhoneRequest<TestTrunk>,
): Promise<ResponseOf<TestTrunk>> {
  return await runTrunkTest(services, user.workspaceId, { trunkId: params.trunk, limit: testLimit })
}

/**
 * Tests a trunk within a limit of its workspace.
 *
 * @throws {PhoneError} `TRUNKS_NOT_GRANTED`, `TRUNK_NOT_FOUND`, `TOO_MANY_REQUESTS`, `ENGINE_UNAVAILABLE`
 */
export async function runTrunkTest(
  services: Services & AuthenticationService & TrunkLeaseService,
  workspaceId: string,
  { trunkId, limit }: { readonly trunkId: string; readonly limit: RateLimit },
): Promise<ResponseOf<TestTrunk>> {
  await requireTrunkGrant(services, workspaceId)
  const stored = await findTrunk(services.database, workspaceId, trunkId)
  if (!stored) throw new PhoneError('TRUNK_NOT_FOUND')
  const verdict = await services.rateLimits.consume(limit, workspaceId)
  if (!verdict.isAllowed)
    throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds })
  const { passed, steps } = await services.engine.testTrunk({
    ...(await readTrunkConfig(services, stored)),
    registration: stored.registration,
    grantedAddresses: await claimCurrentAddresses(services.database, stored),
  })
  return { passed, steps: [...steps] }
}

import type { ResponseOf } from '@parley/contract'
import { PhoneError, type trunks } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { toTrunkConfig } from './trunk-config.ts'
import { findTrunk } from './trunks.ts'

type TestTrunk = typeof trunks.testTrunk

/** Tests a saved trunk. Changes nothing. */
export async function testTrunk(
  services: Services,
  { user, params }: PhoneRequest<TestTrunk>,
): Promise<ResponseOf<TestTrunk>> {
  const stored = await findTrunk(services.database, user.workspaceId, params.trunk)
  if (!stored) throw new PhoneError('TRUNK_NOT_FOUND')
  const { passed, steps } = await services.engine.testTrunk(toTrunkConfig(services, stored, []))
  return { passed, steps: [...steps] }
}

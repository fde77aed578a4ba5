import type { ResponseOf } from '@parley/contract'
import { PhoneError, type trunks } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import type { Services } from '../services.ts'
import { configOf } from './trunk-config.ts'
import { findTrunk } from './trunks.ts'

type TestTrunk = typeof trunks.testTrunk

/** Tests a saved trunk. Changes nothing. */
export async function testTrunk(
  services: Services,
  { caller, params }: Requested<TestTrunk>,
): Promise<ResponseOf<TestTrunk>> {
  const stored = await findTrunk(services.database, caller.workspaceId, params.trunk)
  if (!stored) throw new PhoneError('TRUNK_NOT_FOUND')
  const { passed, steps } = await services.engine.testTrunk(configOf(services, stored, []))
  return { passed, steps: [...steps] }
}

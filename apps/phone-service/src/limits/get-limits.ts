import type { ResponseOf } from '@parley/contract'
import type { limits } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import type { Services } from '../services.ts'
import { findLimits, freshLimits } from './calling-limits.ts'

type GetLimits = typeof limits.getLimits

export async function getLimits(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  { caller }: Requested<GetLimits>,
): Promise<ResponseOf<GetLimits>> {
  const found = await findLimits(database, caller.workspaceId, freshLimits(settings.homeCountry))
  return { ...found, allowedCountries: [...found.allowedCountries] }
}

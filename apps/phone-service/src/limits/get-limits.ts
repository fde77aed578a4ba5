import type { ResponseOf } from '@parley/contract'
import type { limits } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { defaultLimits, findLimits } from './calling-limits.ts'

type GetLimits = typeof limits.getLimits

export async function getLimits(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  { user }: PhoneRequest<GetLimits>,
): Promise<ResponseOf<GetLimits>> {
  const found = await findLimits(database, user.workspaceId, defaultLimits(settings.homeCountry))
  return { ...found, allowedCountries: [...found.allowedCountries] }
}

import type { ResponseOf } from '@parley/contract'
import type { limits } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { getOrCreateLimits } from './calling-limits.ts'

type GetLimits = typeof limits.getLimits

export async function getLimits(
  services: Pick<Services, 'database' | 'settings'>,
  { user }: PhoneRequest<GetLimits>,
): Promise<ResponseOf<GetLimits>> {
  const found = await getOrCreateLimits(services, user.workspaceId)
  return { ...found, allowedCountries: [...found.allowedCountries] }
}

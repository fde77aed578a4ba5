import type { ResponseOf } from '@parley/contract'
import type { limits } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { getOrCreateLimits, saveLimits } from './calling-limits.ts'

type UpdateLimits = typeof limits.updateLimits

export async function updateLimits(
  services: Pick<Services, 'database' | 'settings' | 'log'>,
  { user, body, transaction }: PhoneRequest<UpdateLimits>,
): Promise<ResponseOf<UpdateLimits>> {
  await getOrCreateLimits(services, user.workspaceId)
  await transaction(async (changes) => {
    await saveLimits(changes, user.workspaceId, body)
    const { allowedCountries, ...limits } = body
    await changes.audit(
      'limits.updated',
      { type: 'workspace', id: user.workspaceId },
      { ...limits, allowedCountries: allowedCountries.join(' ') },
    )
  })
  services.log.info('limits.updated', { workspaceId: user.workspaceId, userId: user.userId })
  const saved = await getOrCreateLimits(services, user.workspaceId)
  return { ...saved, allowedCountries: [...saved.allowedCountries] }
}

import type { ResponseOf } from '@parley/contract'
import type { limits } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { defaultLimits, findLimits, saveLimits } from './calling-limits.ts'

type UpdateLimits = typeof limits.updateLimits

export async function updateLimits(
  { database, settings, log }: Pick<Services, 'database' | 'settings' | 'log'>,
  { user, body, transaction }: PhoneRequest<UpdateLimits>,
): Promise<ResponseOf<UpdateLimits>> {
  const defaults = defaultLimits(settings.homeCountry)
  await findLimits(database, user.workspaceId, defaults)
  await transaction(async (changes) => {
    await saveLimits(changes, user.workspaceId, body)
    const { allowedCountries, ...limits } = body
    await changes.audit(
      'limits.updated',
      { type: 'workspace', id: user.workspaceId },
      { ...limits, allowedCountries: allowedCountries.join(' ') },
    )
  })
  log.info('limits.updated', { workspaceId: user.workspaceId, userId: user.userId })
  const saved = await findLimits(database, user.workspaceId, defaults)
  return { ...saved, allowedCountries: [...saved.allowedCountries] }
}

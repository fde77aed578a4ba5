import type { ResponseOf } from '@parley/contract'
import type { limits } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import type { Services } from '../services.ts'
import { findLimits, freshLimits, saveLimits } from './calling-limits.ts'

type UpdateLimits = typeof limits.updateLimits

export async function updateLimits(
  { database, settings, log }: Pick<Services, 'database' | 'settings' | 'log'>,
  { caller, body }: Requested<UpdateLimits>,
): Promise<ResponseOf<UpdateLimits>> {
  const defaults = freshLimits(settings.homeCountry)
  await findLimits(database, caller.workspaceId, defaults)
  await saveLimits(database, caller.workspaceId, body)
  log.info('limits.changed', { workspaceId: caller.workspaceId, userId: caller.userId })
  const saved = await findLimits(database, caller.workspaceId, defaults)
  return { ...saved, allowedCountries: [...saved.allowedCountries] }
}

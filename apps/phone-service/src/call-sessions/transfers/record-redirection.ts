import { PhoneError } from '@parley/contract/phone'
import { checkDestination, defaultLimits, findLimits, recordRefusal } from '../../limits/index.ts'
import { parseNumber } from '../../numbering-plan/index.ts'
import type { CallParts } from '../parts/call-parts.ts'

/**
 * Records a number to which a trunk has redirected or tried to transfer a call. It is not called: no user has
 * dialled it. If the rules of the workspace reject the number too, their error code is recorded.
 */
export async function recordRedirection({ deps, record }: CallParts, target: string): Promise<void> {
  const { workspaceId } = record.stored
  const limits = await findLimits(deps.database, workspaceId, defaultLimits(deps.settings.homeCountry))
  const judged = checkDestination(target, parseNumber(target, limits.homeCountry), limits, 'trunk')
  const refusal = judged instanceof PhoneError ? judged : { code: 'REDIRECTION_NOT_FOLLOWED' }
  await recordRefusal(deps, { workspaceId, userId: null }, target, refusal)
}

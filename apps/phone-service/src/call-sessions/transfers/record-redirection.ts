import { PhoneError } from '@parley/contract/phone'
import { checkDestination, getOrCreateLimits, recordRefusal } from '../../limits/index.ts'
import { type PhoneNumber, parseNumber } from '../../numbering-plan/index.ts'
import type { CallParts } from '../parts/call-parts.ts'

/** A number that a trunk has named, checked by the rules of the workspace. */
export interface CheckedTarget {
  readonly checked: PhoneNumber | PhoneError
  readonly callerName: string | null
}

export async function checkTarget({ deps, record }: CallParts, target: string): Promise<CheckedTarget> {
  const { workspaceId } = record.stored
  const limits = await getOrCreateLimits(deps, workspaceId)
  const checked = checkDestination(target, parseNumber(target, limits.homeCountry), limits, 'trunk')
  return { checked, callerName: limits.callerName }
}

/**
 * Records a number to which a trunk has redirected or tried to transfer a call. It is not called: no user has
 * dialled it. If the rules of the workspace reject the number too, their error code is recorded.
 */
export async function recordRedirection(
  parts: CallParts,
  target: string,
  known?: CheckedTarget,
): Promise<void> {
  const { deps, record } = parts
  const { workspaceId } = record.stored
  const { checked } = known ?? (await checkTarget(parts, target))
  const refusal = checked instanceof PhoneError ? checked : { code: 'REDIRECTION_NOT_FOLLOWED' }
  await recordRefusal(deps, { workspaceId, userId: null }, target, refusal)
}

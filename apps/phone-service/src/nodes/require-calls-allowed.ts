import { PhoneError } from '@parley/contract/phone'
import type { Services } from '../services.ts'

/**
 * Checks that this node may control calls: it holds the lock, or has released it to let its running calls end.
 *
 * @throws {PhoneError} `CALLS_SUSPENDED`
 */
export function requireCallsAllowed({ nodeLease }: Pick<Services, 'nodeLease'>): void {
  const { isHeld, isReleased } = nodeLease
  if (!isHeld && !isReleased) throw new PhoneError('CALLS_SUSPENDED')
}

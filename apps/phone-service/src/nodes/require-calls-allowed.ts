import { PhoneError } from '@parley/contract/phone'
import type { Services } from '../services.ts'

/** @throws {PhoneError} `CALLS_SUSPENDED` when this node may not place or accept calls */
export function requireCallsAllowed({ singleInstanceLock }: Pick<Services, 'singleInstanceLock'>): void {
  if (!singleInstanceLock.isHeld) throw new PhoneError('CALLS_SUSPENDED')
}

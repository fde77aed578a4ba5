import { PhoneError } from '@parley/contract/phone'
import type { StoredVerification } from '../verified-numbers/index.ts'

export const validMs = 10 * 60_000
/** How long after the first, second and third call the next one is possible. */
const delaysMs = [30_000, 60_000, 120_000]

type Calls = Pick<StoredVerification, 'calls' | 'calledAt'>

/** Returns the earliest time of the next call of a verification. */
export function findNextCallTime({ calls, calledAt }: Calls): Date {
  const delayMs = delaysMs[Math.min(calls, delaysMs.length) - 1] ?? 0
  return new Date(calledAt.getTime() + delayMs)
}

/** @throws {PhoneError} `VERIFICATION_CALL_TOO_EARLY` */
export function requireNextCallTime(verification: Calls, now: Date): void {
  const waitMs = findNextCallTime(verification).getTime() - now.getTime()
  if (waitMs > 0)
    throw new PhoneError('VERIFICATION_CALL_TOO_EARLY', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
}

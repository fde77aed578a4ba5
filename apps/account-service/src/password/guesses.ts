import { type Counted, hashToken, type RateLimit } from '@parley/server'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Wrong passwords for one address, whether somebody has it or not. Beyond a limit a right one is not told from a wrong one.
 * Whoever goes on waits longer: a quarter of an hour, then a day, and after 99 in a row until the password is reset.
 */
const limits: readonly RateLimit[] = [
  { name: 'password-sign-in-by-address', attempts: 10, windowMs: 15 * minuteMs, isSliding: true },
  { name: 'password-sign-in-by-address-in-a-day', attempts: 30, windowMs: dayMs, isSliding: true },
  { name: 'password-sign-in-by-address-in-a-row', attempts: 99, windowMs: 365 * dayMs, isSliding: true },
]

/** What a guess at the password of an address counts for; forgotten after a right one and after a reset. */
export function guessesAt(projectId: string, email: string): readonly Counted[] {
  const key = hashToken(`${projectId} ${email}`)
  return limits.map((limit) => ({ limit, key }))
}

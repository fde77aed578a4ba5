import { type Counted, hashToken, type RateLimit } from '@parley/server'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Wrong passwords for one address, whether somebody has it or not. Beyond a limit a right one is not told from a wrong one.
 * Whoever goes on waits longer: a quarter of an hour, then a day, and after 99 in a row until the password is reset. Some
 * of each are left for devices that signed in before, so that a stranger who guesses does not keep the owner out there.
 */
const limits: readonly {
  readonly limit: Omit<RateLimit, 'attempts'>
  anywhere: number
  onKnownDevices: number
}[] = [
  {
    limit: { name: 'password-sign-in-by-address', windowMs: 15 * minuteMs, isSliding: true },
    anywhere: 7,
    onKnownDevices: 3,
  },
  {
    limit: { name: 'password-sign-in-by-address-in-a-day', windowMs: dayMs, isSliding: true },
    anywhere: 21,
    onKnownDevices: 9,
  },
  {
    limit: { name: 'password-sign-in-by-address-in-a-row', windowMs: 365 * dayMs, isSliding: true },
    anywhere: 69,
    onKnownDevices: 30,
  },
]

/** What guesses at the password of an address count for; forgotten after a right one and after a reset. */
export interface Guesses {
  /** Counted first, wherever the guess comes from. */
  readonly anywhere: readonly Counted[]
  /** Counted once those are used up, where somebody signed in from the same device before. */
  readonly onKnownDevices: readonly Counted[]
}

export function guessesAt(projectId: string, email: string): Guesses {
  const key = hashToken(`${projectId} ${email}`)
  return {
    anywhere: limits.map(({ limit, anywhere: attempts }) => ({ limit: { ...limit, attempts }, key })),
    onKnownDevices: limits.map(({ limit, onKnownDevices: attempts }) => ({
      limit: { ...limit, name: `${limit.name}-on-known-devices`, attempts },
      key,
    })),
  }
}

import { hashToken, type RateLimit, type RateLimitKey } from '@parley/server'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Limits of failed sign-ins for one e-mail address, whether an account has it or not. Beyond a limit, a
 * correct password gets the same response as a wrong one. The wait grows: 15 minutes, then a day; after 99
 * consecutive failures only a password reset helps. Part of each limit is reserved for known devices, so that
 * an attacker cannot lock out the owner.
 */
const limits: readonly {
  readonly limit: Omit<RateLimit, 'attempts'>
  anywhere: number
  onKnownDevices: number
}[] = [
  {
    limit: { name: 'password-sign-in-by-address', windowMs: 15 * minuteMs, kind: 'sliding' },
    anywhere: 7,
    onKnownDevices: 3,
  },
  {
    limit: { name: 'password-sign-in-by-address-in-a-day', windowMs: dayMs, kind: 'sliding' },
    anywhere: 21,
    onKnownDevices: 9,
  },
  {
    limit: { name: 'password-sign-in-by-address-in-a-row', windowMs: 365 * dayMs, kind: 'sliding' },
    anywhere: 69,
    onKnownDevices: 30,
  },
]

/**
 * Counters of failed sign-ins for one e-mail address; cleared by a successful sign-in and by a password
 * reset.
 */
export interface FailedAttemptLimits {
  /** Identifies the account, whether it exists or not. */
  readonly accountKey: string
  /** Checked first, for every client. */
  readonly anywhere: readonly RateLimitKey[]
  /** Checked once the limits above are used up, for a device that has signed in before. */
  readonly onKnownDevices: readonly RateLimitKey[]
}

export function failedAttemptLimitsFor(projectId: string, email: string): FailedAttemptLimits {
  const key = hashToken(`${projectId} ${email}`)
  return {
    accountKey: key,
    anywhere: limits.map(({ limit, anywhere: attempts }) => ({ limit: { ...limit, attempts }, key })),
    onKnownDevices: limits.map(({ limit, onKnownDevices: attempts }) => ({
      limit: { ...limit, name: `${limit.name}-on-known-devices`, attempts },
      key,
    })),
  }
}

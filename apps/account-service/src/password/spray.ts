import { createHmac } from 'node:crypto'
import type { Counted, RateLimit } from '@parley/server'
import type { HttpCall } from '@parley/server/http'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'

const windowMs = 15 * 60_000

/** Failed sign-ins with one password, across all accounts. */
const perPassword: RateLimit = { name: 'password-spray', attempts: 100, windowMs }
const alert: RateLimit = { name: 'password-spray-alert', attempts: 1, windowMs }

/**
 * Detects password spraying: one password tried against many accounts stays below the limit of each account, so it is
 * counted separately.
 */
export interface Spray {
  /** Exhausted while the password is being sprayed: then it is rejected, right or wrong. */
  readonly counted: Counted
  /** Counts a failed sign-in. The first failure beyond the limit is audited. */
  noteFailure(call: HttpCall): Promise<void>
}

export function sprayOf(
  { database, rateLimits, secrets, now }: Pick<Services, 'database' | 'rateLimits' | 'secrets' | 'now'>,
  projectId: string,
  password: string,
): Spray {
  // Keyed, because an unkeyed hash of a password in the database could be brute-forced.
  const key = createHmac('sha256', secrets.deriveKey('password spray'))
    .update(`${projectId} ${password}`)
    .digest('hex')
  return {
    counted: { limit: perPassword, key },
    async noteFailure(call) {
      const { isAllowed } = await rateLimits.take(perPassword, key)
      if (isAllowed || !(await rateLimits.take(alert, key)).isAllowed) return
      await recordAudit(database, {
        projectId,
        actor: { type: 'client', id: null },
        action: 'password.sprayed',
        outcome: 'denied',
        call,
        at: now(),
      })
    },
  }
}

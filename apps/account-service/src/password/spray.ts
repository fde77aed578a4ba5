import { createHmac } from 'node:crypto'
import type { Counted, RateLimit } from '@parley/server'
import type { HttpCall } from '@parley/server/http'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'

const windowMs = 15 * 60_000

/** Failures with one password, whatever the accounts. */
const perPassword: RateLimit = { name: 'password-spray', attempts: 100, windowMs }
const alert: RateLimit = { name: 'password-spray-alert', attempts: 1, windowMs }

/** One password that is tried over many accounts stays below the limit of each: it is counted by itself. */
export interface Spray {
  /** Spent while the password is being tried over many accounts: then it is refused, whether it would be right or wrong. */
  readonly counted: Counted
  /** Counts a failure. The one with which it becomes a spray is written into the audit log. */
  noteFailure(call: HttpCall): Promise<void>
}

export function sprayOf(
  { database, rateLimits, secrets, now }: Pick<Services, 'database' | 'rateLimits' | 'secrets' | 'now'>,
  projectId: string,
  password: string,
): Spray {
  // Keyed, because a plain hash of a password in the database would be guessed.
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

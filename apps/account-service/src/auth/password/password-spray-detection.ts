import { createHmac } from 'node:crypto'
import type { RateLimit, RateLimitKey } from '@parley/server'
import type { RequestContext } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'

const windowMs = 15 * 60_000

/** Failed sign-ins with one password, across all accounts. */
const perPassword: RateLimit = { name: 'password-spray', attempts: 100, windowMs }
const alert: RateLimit = { name: 'password-spray-alert', attempts: 1, windowMs }

/**
 * Detects password spraying: one password tried against many accounts stays below the limit of each account,
 * so it is counted separately.
 */
export interface SprayDetector {
  /** Exhausted while the password is being sprayed: then it is rejected, right or wrong. */
  readonly counted: RateLimitKey
  /** Counts a failed sign-in. The first failure beyond the limit is audited and logged. */
  recordFailure(): Promise<void>
}

export function createSprayDetector(
  { rateLimits, secrets, log }: Pick<Services, 'rateLimits' | 'secrets' | 'log'>,
  request: RequestContext,
  password: string,
): SprayDetector {
  // Keyed, because an unkeyed hash of a password in the database could be brute-forced.
  const key = createHmac('sha256', secrets.deriveKey('password spray'))
    .update(`${request.project.id} ${password}`)
    .digest('hex')
  return {
    counted: { limit: perPassword, key },
    async recordFailure() {
      const { isAllowed } = await rateLimits.consume(perPassword, key)
      if (isAllowed || !(await rateLimits.consume(alert, key)).isAllowed) return
      log.warn('password.sprayed', { projectId: request.project.id, requestId: request.info.requestId })
      await request.as({ type: 'client', id: null }).audit('password.sprayed', null, {}, 'denied')
    },
  }
}

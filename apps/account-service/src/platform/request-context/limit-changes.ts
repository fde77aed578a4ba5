import type { AccountEndpointDefinition } from '@parley/contract/account'
import { hashToken, type RateLimit } from '@parley/server'
import { tooManyRequests } from '@parley/server/http'
import type { Services } from '../../services.ts'
import type { AuthContext } from './auth-context.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** A day of work at the limit of a minute would fill the audit log: a user gets 20 minutes of it a day. */
const busyMinutesPerDay = 20

/** Endpoints that end sessions, read tokens of providers or store nothing. */
const unlimitedPaths = /^\/(auth|connected-accounts|analytics)\//

/**
 * Counts a change by the user of a client, if the project limits them and the endpoint has no rate limit: most are
 * audited and delivered as events, and their bodies may be large. Rejected changes count too, so it runs before
 * the body is read.
 *
 * @throws {PlainTextError} 429
 */
export async function limitChanges(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  { access }: AuthContext,
  { method, path, rateLimit }: AccountEndpointDefinition,
): Promise<void> {
  if (access?.accessType !== 'client' || !access.user) return
  if (method === 'GET' || rateLimit !== undefined || unlimitedPaths.test(path)) return
  const attempts = access.project.settings.max_changes_per_minute
  if (attempts === null) return
  for (const limit of createLimits(attempts)) {
    const verdict = await rateLimits.consume(limit, hashToken(access.user.id))
    if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
  }
}

function createLimits(perMinute: number): readonly RateLimit[] {
  const perDay = busyMinutesPerDay * perMinute
  return [
    { name: 'changes-by-user', attempts: perMinute, windowMs: minuteMs, kind: 'refilling' },
    { name: 'changes-by-user-in-a-day', attempts: perDay, windowMs: dayMs, kind: 'refilling' },
  ]
}

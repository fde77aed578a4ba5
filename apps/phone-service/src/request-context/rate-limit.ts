import { type PhoneEndpointDefinition, PhoneError, type PhoneRateLimit } from '@parley/contract/phone'
import { type RateLimit, type RateLimitVerdict, toNetworkLimits } from '@parley/server'
import type { RequestInfo } from '@parley/server/http'
import type { Services } from '../services.ts'
import { toClientLimits } from './api-keys/client-limits.ts'
import type { Client, CurrentUser } from './authenticate.ts'

const windowMs = 60_000
const dayMs = 24 * 60 * windowMs

const callStarts: RateLimit = { name: 'phone-call-starts', attempts: 60, windowMs }

/**
 * Requests a minute of one user in all tabs, by the name in the contract; of one network for public
 * endpoints.
 */
const limits: Readonly<Record<PhoneRateLimit, RateLimit>> = {
  reads: { name: 'phone-reads', attempts: 1_200, windowMs },
  // One request for each key that a user types.
  searches: { name: 'phone-searches', attempts: 600, windowMs },
  changes: { name: 'phone-changes', attempts: 300, windowMs },
  'contact-changes': { name: 'phone-contact-changes', attempts: 300, windowMs },
  // Uploads, runs and undos of up to 100,000 contacts.
  'contact-imports': { name: 'phone-contact-imports', attempts: 20, windowMs },
  // One request for each change of a mapping.
  'contact-previews': { name: 'phone-contact-previews', attempts: 60, windowMs },
  calls: callStarts,
  'call-starts': callStarts,
  // Includes each digit that a user dials during a call.
  'call-actions': { name: 'phone-call-actions', attempts: 600, windowMs },
  'trunk-changes': { name: 'phone-trunk-changes', attempts: 60, windowMs },
  'client-config': { name: 'phone-client-config', attempts: 1_200, windowMs },
  'announcement-uploads': { name: 'phone-announcement-uploads', attempts: 20, windowMs },
  // A table has up to 20,000 rows.
  'price-uploads': { name: 'phone-price-uploads', attempts: 20, windowMs },
  exports: { name: 'phone-exports', attempts: 10, windowMs },
  audio: { name: 'phone-audio', attempts: 1_200, windowMs },
}

const callStartsPerDay = createLimitPerDay('phone-call-starts-in-a-day', 5_000)
const callChangesPerDay = createLimitPerDay('phone-call-changes-in-a-day', 10_000)

/**
 * Requests a day of one user. A day of requests at the limit of a minute would fill the disk with audit entries, with
 * earlier versions of rows and with the log of the database. No such limit applies to `calls` and `call-actions`, which an
 * emergency call needs, or which end a call: {@link enforceCallsPerDay} counts the others.
 */
const limitsPerDay: Readonly<Partial<Record<PhoneRateLimit, RateLimit>>> = {
  changes: createLimitPerDay('phone-changes-in-a-day', 5_000),
  'contact-changes': createLimitPerDay('phone-contact-changes-in-a-day', 5_000),
  'call-starts': callStartsPerDay,
  'contact-imports': createLimitPerDay('phone-contact-imports-in-a-day', 300),
  'contact-previews': createLimitPerDay('phone-contact-previews-in-a-day', 2_000),
  'trunk-changes': createLimitPerDay('phone-trunk-changes-in-a-day', 1_000),
  'announcement-uploads': createLimitPerDay('phone-announcement-uploads-in-a-day', 1_000),
  'price-uploads': createLimitPerDay('phone-price-uploads-in-a-day', 1_000),
}

/** Creates a limit that is refilled all the time, so that a user who has reached it can continue slowly. */
function createLimitPerDay(name: string, attempts: number): RateLimit {
  return { name, attempts, windowMs: dayMs, kind: 'refilling' }
}

/**
 * Counts a request to an endpoint.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`
 */
export async function enforceRateLimit(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  user: Client | null,
  { rateLimit }: PhoneEndpointDefinition,
  { ip }: RequestInfo,
): Promise<void> {
  const perDay = limitsPerDay[rateLimit]
  for (const limit of [limits[rateLimit], ...(perDay ? [perDay] : [])]) {
    const verdict = await rateLimits.consumeAll(
      user ? toClientLimits(limit, user) : toNetworkLimits(limit, ip),
    )
    requireAllowed(verdict)
  }
}

/**
 * Counts a call to a number, or a change of a call, that is none of an emergency, against the limits of a day.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`
 */
export async function enforceCallsPerDay(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  { userId }: Pick<CurrentUser, 'userId'>,
  kind: 'starts' | 'changes',
): Promise<void> {
  const limit = kind === 'starts' ? callStartsPerDay : callChangesPerDay
  requireAllowed(await rateLimits.consume(limit, userId))
}

/** @throws {PhoneError} `TOO_MANY_REQUESTS` */
function requireAllowed(verdict: RateLimitVerdict): void {
  if (!verdict.isAllowed)
    throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds })
}

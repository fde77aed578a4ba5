import { type PhoneEndpointDefinition, PhoneError, type PhoneRateLimit } from '@parley/contract/phone'
import { type RateLimit, toNetworkKey } from '@parley/server'
import type { RequestInfo } from '@parley/server/http'
import type { Services } from '../services.ts'
import type { CurrentUser } from './authenticate.ts'

const windowMs = 60_000

/**
 * Requests a minute of one user in all tabs, by the name in the contract; of one network for public
 * endpoints.
 */
const limits: Readonly<Record<PhoneRateLimit, RateLimit>> = {
  reads: { name: 'phone-reads', attempts: 1_200, windowMs },
  // One request for each key that a user types.
  searches: { name: 'phone-searches', attempts: 600, windowMs },
  changes: { name: 'phone-changes', attempts: 300, windowMs },
  'call-starts': { name: 'phone-call-starts', attempts: 60, windowMs },
  // Includes each digit that a user dials during a call.
  'call-actions': { name: 'phone-call-actions', attempts: 600, windowMs },
  'trunk-changes': { name: 'phone-trunk-changes', attempts: 60, windowMs },
  'client-config': { name: 'phone-client-config', attempts: 1_200, windowMs },
  // A table has up to 20,000 rows.
  'announcement-uploads': { name: 'phone-announcement-uploads', attempts: 20, windowMs },
  'price-uploads': { name: 'phone-price-uploads', attempts: 20, windowMs },
  audio: { name: 'phone-audio', attempts: 1_200, windowMs },
}

/**
 * Counts a request to an endpoint.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`
 */
export async function enforceRateLimit(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  user: CurrentUser | null,
  { rateLimit }: PhoneEndpointDefinition,
  { ip }: RequestInfo,
): Promise<void> {
  const verdict = await rateLimits.consume(limits[rateLimit], user?.userId ?? toNetworkKey(ip))
  if (!verdict.isAllowed)
    throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds })
}

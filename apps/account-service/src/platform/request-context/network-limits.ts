import type { AccountEndpointDefinition, AccountRateLimit } from '@parley/contract/account'
import { type RateLimit, toNetworkLimits } from '@parley/server'
import { type RequestInfo, tooManyRequests } from '@parley/server/http'
import type { Services } from '../../services.ts'
import type { AuthContext } from './auth-context.ts'

const minuteMs = 60_000

/** Request limits per network, by the name in the contract. A network is an IPv4 address or an IPv6 /64. */
const perNetwork: Readonly<Record<AccountRateLimit, RateLimit>> = {
  'sign-up': { name: 'sign-up-by-network', attempts: 30, windowMs: 10 * minuteMs },
  'sign-in': { name: 'sign-in-by-network', attempts: 60, windowMs: 5 * minuteMs },
  'password-change': { name: 'password-change-by-network', attempts: 30, windowMs: 5 * minuteMs },
  'code-mails': { name: 'code-mails-by-network', attempts: 30, windowMs: 10 * minuteMs },
  'contact-channels': { name: 'contact-channels-by-network', attempts: 60, windowMs: 10 * minuteMs },
  codes: { name: 'codes-by-network', attempts: 60, windowMs: 5 * minuteMs },
  'second-factor': { name: 'second-factor-by-network', attempts: 60, windowMs: 5 * minuteMs },
  provider: { name: 'provider-by-network', attempts: 120, windowMs: 5 * minuteMs },
  'passkey-starts': { name: 'passkey-starts-by-network', attempts: 120, windowMs: 5 * minuteMs },
  passkeys: { name: 'passkeys-by-network', attempts: 60, windowMs: 5 * minuteMs },
  'cli-starts': { name: 'cli-starts-by-network', attempts: 30, windowMs: 10 * minuteMs },
  'cli-polls': { name: 'cli-polls-by-network', attempts: 600, windowMs: minuteMs },
  'cli-approvals': { name: 'cli-approvals-by-network', attempts: 60, windowMs: 5 * minuteMs },
  // Mail clients send the unsubscribe requests of many users from few IP addresses.
  unsubscribe: { name: 'unsubscribe-by-network', attempts: 600, windowMs: minuteMs },
  refresh: { name: 'refresh-by-network', attempts: 600, windowMs: minuteMs },
}

/**
 * Counts a request to an endpoint for credentials or codes. Servers are exempt: they act for many users from
 * one IP address and are identified by their secret key.
 *
 * @throws {PlainTextError} 429
 */
export async function enforceNetworkLimit(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  { access }: AuthContext,
  { rateLimit }: AccountEndpointDefinition,
  info: RequestInfo,
): Promise<void> {
  if (rateLimit === undefined || access?.accessType === 'server' || access?.accessType === 'admin') return
  const verdict = await rateLimits.consumeAll(toNetworkLimits(perNetwork[rateLimit], info.ip))
  if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
}

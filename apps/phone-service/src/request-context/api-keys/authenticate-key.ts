import { type PhoneEndpointDefinition, PhoneError } from '@parley/contract/phone'
import { type RateLimit, toNetworkLimits } from '@parley/server'
import type { RequestInfo } from '@parley/server/http'
import type { Services } from '../../services.ts'
import { runOrUnreachable } from '../run-or-unreachable.ts'
import { toClientLimits } from './client-limits.ts'
import type { KeyClient } from './key-client.ts'
import { findKeyGrant } from './key-scopes.ts'
import type { TeamKey, TeamKeyLookup } from './team-key-lookup.ts'

type Deps = Pick<Services, 'database' | 'rateLimits' | 'now'> & { readonly teamKeys: TeamKeyLookup }

const retryAfterSeconds = 5
/** Requests of a network with a key that has not been valid before. */
const newKeys: RateLimit = { name: 'phone-new-api-keys', attempts: 300, windowMs: 60_000 }
const wrongKeys: RateLimit = { name: 'phone-wrong-api-keys', attempts: 20, windowMs: 5 * 60_000 }
/** All requests with a key, in addition to the limits of endpoints. */
const requests: RateLimit = { name: 'phone-requests-by-api-key', attempts: 600, windowMs: 60_000 }

/** Returns the API key of a request in the header `Authorization: Bearer`, or null. */
export function readApiKey({ headers }: Pick<RequestInfo, 'headers'>): string | null {
  const [, key = null] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  return key
}

/**
 * Returns the workspace's key of a request.
 *
 * @throws {PhoneError} `API_KEY_INVALID`, `TOO_MANY_REQUESTS`, `ACCOUNTS_UNREACHABLE`
 */
export async function authenticateKey(
  deps: Deps,
  text: string,
  { ip }: Pick<RequestInfo, 'ip'>,
): Promise<KeyClient> {
  const found = await findKey(deps, text, ip)
  if (!found) throw new PhoneError('API_KEY_INVALID')
  const { id, workspaceId } = found
  const { scopes, limitGroup } = await findKeyGrant(deps.database, found)
  const isPhoneAdmin = scopes.has('calls:read-all')
  return { userId: id, workspaceId, isPhoneAdmin, scopes, limitKey: `keys of ${limitGroup ?? workspaceId}` }
}

/**
 * Counts the wrong keys of a network, which then cannot try others; of requests that arrive together, up to 300 are checked
 * first. Keys that were valid before on this node are not affected.
 */
async function findKey(
  { teamKeys, rateLimits, now }: Deps,
  text: string,
  ip: string,
): Promise<TeamKey | null> {
  const [wrongOfNetwork = { limit: wrongKeys, key: ip }] = toNetworkLimits(wrongKeys, ip)
  if (!teamKeys.wasValid(text)) {
    const verdict = await rateLimits.consumeAll(toNetworkLimits(newKeys, ip), wrongOfNetwork)
    if (!verdict?.isAllowed) throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds })
  }
  const isPlausible = /^\w{10,200}$/.test(text)
  const key = isPlausible ? await runOrUnreachable(() => teamKeys.find(text, now())) : null
  if (!key) await rateLimits.consumeAll(toNetworkLimits(wrongKeys, ip))
  return key
}

/**
 * Requires that a key has the scope of an endpoint.
 *
 * @throws {PhoneError} `API_KEY_NOT_ALLOWED`, `API_KEY_SCOPE_REQUIRED`
 */
export function requireScope(
  { scopes }: Pick<KeyClient, 'scopes'>,
  { apiKeyScope: scope }: PhoneEndpointDefinition,
): void {
  if (scope === undefined) throw new PhoneError('API_KEY_NOT_ALLOWED')
  if (!scopes.has(scope)) throw new PhoneError('API_KEY_SCOPE_REQUIRED', { scope })
}

/**
 * Counts a request with a key.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`
 */
export async function countKeyRequest(
  { rateLimits }: Pick<Services, 'rateLimits'>,
  key: KeyClient,
): Promise<void> {
  const verdict = await rateLimits.consumeAll(toClientLimits(requests, key))
  if (!verdict.isAllowed)
    throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds })
}

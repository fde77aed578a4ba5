import { type ApiKeyScope, type PhoneEndpointDefinition, PhoneError } from '@parley/contract/phone'
import { type RateLimit, toNetworkLimits } from '@parley/server'
import type { RequestInfo } from '@parley/server/http'
import type { Services } from '../../services.ts'
import { runOrUnreachable } from '../run-or-unreachable.ts'
import { readKeyScopes } from './key-scopes.ts'
import type { TeamKey, TeamKeyLookup } from './team-key-lookup.ts'

/** An API key of a workspace. It acts for the workspace, and is no user. */
export interface KeyClient {
  /**
   * The id of the key in place of that of a user. No user has it, so that no call, contact or message is the key's own: it reads
   * what all members read.
   */
  readonly userId: string
  readonly workspaceId: string
  /** Whether the key reads the calls of all members. */
  readonly isPhoneAdmin: boolean
  readonly scopes: ReadonlySet<ApiKeyScope>
}

type Deps = Pick<Services, 'database' | 'rateLimits' | 'now'> & { readonly teamKeys: TeamKeyLookup }

const retryAfterSeconds = 5
/** Requests of a network with a key that has not been valid before. */
const newKeys: RateLimit = { name: 'phone-new-api-keys', attempts: 300, windowMs: 60_000 }
const wrongKeys: RateLimit = { name: 'phone-wrong-api-keys', attempts: 20, windowMs: 5 * 60_000 }
/** All requests with a key, in addition to the limits of endpoints. */
const requests: RateLimit = { name: 'phone-requests-by-api-key', attempts: 600, windowMs: 60_000 }

export function isKeyClient<Client extends object>(client: Client | null): client is Client & KeyClient {
  return client !== null && 'scopes' in client
}

/** Returns the actor of the audit entries of a client. */
export function toAuditedClient(client: Pick<KeyClient, 'userId' | 'workspaceId'>) {
  const { userId, workspaceId } = client
  return isKeyClient(client)
    ? { workspaceId, userId: null, apiKeyId: userId }
    : { workspaceId, userId, apiKeyId: null }
}

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
  const key = found && { ...found, scopes: await readKeyScopes(deps.database, found) }
  if (!key) throw new PhoneError('API_KEY_INVALID')
  return {
    userId: key.id,
    workspaceId: key.workspaceId,
    isPhoneAdmin: key.scopes.has('calls:read-all'),
    scopes: key.scopes,
  }
}

/** Counts the wrong keys of a network, which then cannot try others. Keys that were valid before are not affected. */
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
  { userId }: Pick<KeyClient, 'userId'>,
): Promise<void> {
  const verdict = await rateLimits.consume(requests, userId)
  if (!verdict.isAllowed)
    throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds })
}

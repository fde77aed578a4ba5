import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '../../services.ts'
import {
  claimToken,
  decryptToken,
  listTokens,
  markTokenInvalid,
  releaseToken,
  type StoredToken,
  storeTokens,
} from '../connections/index.ts'
import {
  isAccessTokenAccepted,
  type OpenProvider,
  ProviderError,
  refreshTokens,
  toIssuedTo,
} from '../providers/index.ts'

/** Minimum remaining lifetime of a returned token. */
const minLifetimeMs = 5 * 60_000

/** Longer than the timeout of requests to a provider. */
const claimMs = 15_000

const pollIntervalMs = 100

export interface TokenQuery {
  readonly connectionIds: readonly string[]
  /** Required scopes. */
  readonly scopes: readonly string[]
}

/**
 * Returns an access token of a provider: a stored one, or one obtained with a refresh token. Null if neither
 * has the required scopes. A refresh token is used by one caller at a time; the others wait for its result.
 *
 * @throws {ProviderError} `unusable`
 */
export async function findAccessToken(
  services: Pick<Services, 'database' | 'secrets' | 'now'>,
  provider: OpenProvider,
  query: TokenQuery,
): Promise<string | null> {
  for (let waitedMs = 0; waitedMs <= claimMs; waitedMs += pollIntervalMs) {
    const stored = await findStoredToken(services, provider, query)
    if (stored !== null) return stored
    const candidates = await listTokens(services.database, query.connectionIds, {
      kind: 'refresh',
      scopes: query.scopes,
      issuedTo: toIssuedTo(provider),
    })
    if (candidates.length === 0) return null
    const claimed = await claimFirst(services, candidates)
    if (claimed === null) {
      await wait(pollIntervalMs)
      continue
    }
    const token = await refreshUnlessDone(services, provider, claimed, query)
    if (token !== null) return token
  }
  throw new ProviderError('unusable', 'The provider did not respond in time.')
}

/** Returns a stored token that is valid long enough and accepted by the provider, or null. */
async function findStoredToken(
  services: Pick<Services, 'database' | 'secrets' | 'now'>,
  provider: OpenProvider,
  { connectionIds, scopes }: TokenQuery,
): Promise<string | null> {
  const { database, now } = services
  const minExpiresAt = new Date(now().getTime() + minLifetimeMs)
  const filter = { kind: 'access', scopes, issuedTo: toIssuedTo(provider) } as const
  for (const stored of await listTokens(database, connectionIds, filter)) {
    if (stored.expiresAt !== null && stored.expiresAt < minExpiresAt) continue
    const token = decryptToken(services, stored)
    if (await isAccessTokenAccepted(provider, token)) return token
    await markTokenInvalid(database, stored.id)
  }
  return null
}

async function claimFirst(
  { database, now }: Pick<Services, 'database' | 'now'>,
  candidates: readonly StoredToken[],
): Promise<StoredToken | null> {
  const until = new Date(now().getTime() + claimMs)
  for (const candidate of candidates)
    if (await claimToken(database, candidate.id, now(), until)) return candidate
  return null
}

/** Refreshes, unless the previous claimant has done so in the meantime. */
async function refreshUnlessDone(
  services: Pick<Services, 'database' | 'secrets' | 'now'>,
  provider: OpenProvider,
  claimed: StoredToken,
  query: TokenQuery,
): Promise<string | null> {
  const stored = await findStoredToken(services, provider, query)
  if (stored === null) return await refreshAccessToken(services, provider, claimed, query)
  await releaseToken(services.database, claimed.id)
  return stored
}

/** Exchanges a refresh token for an access token; null if the provider rejects it or grants fewer scopes. */
async function refreshAccessToken(
  services: Pick<Services, 'database' | 'secrets' | 'now'>,
  provider: OpenProvider,
  claimed: StoredToken,
  { scopes }: TokenQuery,
): Promise<string | null> {
  const { database } = services
  try {
    const refreshToken = decryptToken(services, claimed)
    const tokens = await refreshTokens(services, provider, { refreshToken, scopes: claimed.scopes })
    // The token grants fewer scopes than stored, and would be retried endlessly.
    if (!scopes.every((scope) => tokens.scopes.includes(scope))) await markTokenInvalid(database, claimed.id)
    await services.database
      .transaction()
      .execute((transaction) => storeTokens(services, transaction, claimed.connectionId, tokens))
    await releaseToken(database, claimed.id)
    return scopes.every((scope) => tokens.scopes.includes(scope)) ? tokens.accessToken : null
  } catch (error) {
    if (error instanceof ProviderError && error.reason === 'refused') {
      await markTokenInvalid(database, claimed.id)
      return null
    }
    await releaseToken(database, claimed.id)
    throw error
  }
}

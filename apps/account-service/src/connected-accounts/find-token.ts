import { setTimeout as wait } from 'node:timers/promises'
import {
  claimToken,
  type KeptToken,
  keepTokens,
  listTokens,
  markInvalid,
  openToken,
  releaseToken,
} from '../oauth-connections/index.ts'
import { isAccepted, type OpenProvider, ProviderFailure, refreshTokens } from '../providers/index.ts'
import type { Services } from '../services.ts'

/** Minimum remaining lifetime of a returned token. */
const leastLifeMs = 5 * 60_000

/** Longer than the timeout of requests to a provider. */
const claimMs = 15_000

const lookAgainMs = 100

export interface Wanted {
  readonly connectionIds: readonly string[]
  /** Required scopes. */
  readonly scopes: readonly string[]
}

/**
 * Returns an access token of a provider: a stored one, or one obtained with a refresh token. Null if neither has the
 * required scopes. A refresh token is used by one caller at a time; the others wait for its result.
 *
 * @throws {ProviderError} `unusable`
 */
export async function findToken(
  services: Services,
  provider: OpenProvider,
  wanted: Wanted,
): Promise<string | null> {
  for (let waitedMs = 0; waitedMs <= claimMs; waitedMs += lookAgainMs) {
    const kept = await keptToken(services, provider, wanted)
    if (kept !== null) return kept
    const candidates = await listTokens(services.database, wanted.connectionIds, {
      kind: 'refresh',
      scopes: wanted.scopes,
    })
    if (candidates.length === 0) return null
    const mine = await firstClaimed(services, candidates)
    if (mine === null) {
      await wait(lookAgainMs)
      continue
    }
    const token = await refreshedOnce(services, provider, mine, wanted)
    if (token !== null) return token
  }
  throw new ProviderFailure('unusable', 'The provider did not respond in time.')
}

/** Returns a stored token that is valid long enough and accepted by the provider, or null. */
async function keptToken(
  services: Services,
  provider: OpenProvider,
  { connectionIds, scopes }: Wanted,
): Promise<string | null> {
  const { database, now } = services
  const leastExpiry = new Date(now().getTime() + leastLifeMs)
  for (const kept of await listTokens(database, connectionIds, { kind: 'access', scopes })) {
    if (kept.expires_at !== null && kept.expires_at < leastExpiry) continue
    const token = openToken(services, kept)
    if (await isAccepted(provider, token)) return token
    await markInvalid(database, kept.id)
  }
  return null
}

async function firstClaimed(
  { database, now }: Services,
  candidates: readonly KeptToken[],
): Promise<KeptToken | null> {
  const until = new Date(now().getTime() + claimMs)
  for (const candidate of candidates)
    if (await claimToken(database, candidate.id, now(), until)) return candidate
  return null
}

/** Refreshes, unless the previous claimant has done so in the meantime. */
async function refreshedOnce(
  services: Services,
  provider: OpenProvider,
  claimed: KeptToken,
  wanted: Wanted,
): Promise<string | null> {
  const kept = await keptToken(services, provider, wanted)
  if (kept === null) return await refreshed(services, provider, claimed, wanted)
  await releaseToken(services.database, claimed.id)
  return kept
}

/** Exchanges a refresh token for an access token; null if the provider rejects it or grants fewer scopes. */
async function refreshed(
  services: Services,
  provider: OpenProvider,
  claimed: KeptToken,
  { scopes }: Wanted,
): Promise<string | null> {
  const { database } = services
  try {
    const refreshToken = openToken(services, claimed)
    const tokens = await refreshTokens(services, provider, { refreshToken, scopes: claimed.scopes })
    // The token grants fewer scopes than stored, and would be retried endlessly.
    if (!scopes.every((scope) => tokens.scopes.includes(scope))) await markInvalid(database, claimed.id)
    await database
      .transaction()
      .execute((transaction) => keepTokens(services, transaction, claimed.connection_id, tokens))
    await releaseToken(database, claimed.id)
    return scopes.every((scope) => tokens.scopes.includes(scope)) ? tokens.accessToken : null
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason === 'refused') {
      await markInvalid(database, claimed.id)
      return null
    }
    await releaseToken(database, claimed.id)
    throw error
  }
}

import { createConcurrencyLimit } from '@parley/primitives'
import { hashToken } from '@parley/server'
import { z } from 'zod'
import { type AccountServiceConnection, requestJson } from '../account-service-connection.ts'

const keySchema = z.object({
  id: z.string(),
  team_id: z.string(),
  is_public: z.boolean(),
  expires_at_millis: z.number().optional(),
  manually_revoked_at_millis: z.number().optional(),
})
const keysSchema = z.object({ items: z.array(keySchema) })
const invalidKeyErrors = ['API_KEY_NOT_FOUND', 'WRONG_API_KEY_TYPE', 'API_KEY_REVOKED', 'API_KEY_EXPIRED']

/** A revoked key is accepted for this time. */
const cacheLifetimeMs = 3_000
const requestTimeoutMs = 5_000
/** The account service limits the connections of an address. */
const maxConcurrentLookups = 30
const maxCachedKeys = 10_000

/** A team API key of the account service. */
export interface TeamKey {
  readonly id: string
  readonly workspaceId: string
}

export type TeamKeyLookup = ReturnType<typeof createTeamKeyLookup>

/** Creates a cached lookup of team API keys in the account service. The cache contains hashes of keys, no keys. */
export function createTeamKeyLookup(connection: AccountServiceConnection) {
  interface CachedKey {
    readonly until: number
    readonly key: Promise<TeamKey | null>
    isValid: boolean
  }
  const limitLookups = createConcurrencyLimit(maxConcurrentLookups)
  const cached = new Map<string, CachedKey>()

  return {
    /** Returns whether a key was valid at its last check on this node. */
    wasValid: (text: string): boolean => cached.get(hashToken(text))?.isValid ?? false,
    /**
     * Returns the key with this text; null if it is unknown, revoked, expired, public, or a key of a user. Results are cached for
     * 3 seconds.
     *
     * @throws {AccountServiceUnavailableError}
     */
    async find(text: string, now: Date): Promise<TeamKey | null> {
      const hash = hashToken(text)
      const known = cached.get(hash)
      if (known && known.until > now.getTime()) return await known.key

      // Includes the time in which a lookup waits for others.
      const signal = AbortSignal.timeout(requestTimeoutMs)
      const key = limitLookups(() => checkKey({ ...connection, signal }, text))
      const entry = { until: now.getTime() + cacheLifetimeMs, key, isValid: known?.isValid ?? false }
      if (cached.size >= maxCachedKeys) cached.clear()
      cached.set(hash, entry)
      key.then(
        (found) => {
          entry.isValid = found !== null
        },
        () => {
          // The next request checks the key again. That it was valid before is still known.
          if (cached.get(hash) !== entry) return
          if (entry.isValid) cached.set(hash, { ...entry, until: 0 })
          else cached.delete(hash)
        },
      )
      return await key
    },
    /**
     * Returns the ids of the valid keys of a workspace. Results are not cached.
     *
     * @throws {AccountServiceUnavailableError}
     */
    async listIds(workspaceId: string, now: Date): Promise<string[]> {
      const signal = AbortSignal.timeout(requestTimeoutMs)
      const path = `/team-api-keys?team_id=${encodeURIComponent(workspaceId)}`
      const keys = await limitLookups(() => requestJson({ ...connection, signal }, path, keysSchema))
      return (keys?.items ?? []).filter((key) => isValid(key, now)).map(({ id }) => id)
    },
  }
}

async function checkKey(
  connection: Parameters<typeof requestJson>[0],
  text: string,
): Promise<TeamKey | null> {
  const body = { api_key: text }
  const key = await requestJson(connection, '/team-api-keys/check', keySchema, body, invalidKeyErrors)
  // A public key identifies a workspace, and authorizes nothing.
  return key && !key.is_public ? { id: key.id, workspaceId: key.team_id } : null
}

function isValid(
  { is_public, expires_at_millis, manually_revoked_at_millis }: z.output<typeof keySchema>,
  now: Date,
): boolean {
  const isExpired = expires_at_millis !== undefined && expires_at_millis <= now.getTime()
  return !is_public && !isExpired && manually_revoked_at_millis === undefined
}

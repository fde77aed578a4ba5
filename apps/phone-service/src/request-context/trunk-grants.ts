import { createConcurrencyLimit } from '@parley/primitives'
import { z } from 'zod'
import {
  type AccountServiceConnection,
  type LookupConnection,
  requestJson,
} from './account-service-connection.ts'

const teamSchema = z.object({ server_metadata: z.unknown() })
const membersSchema = z.object({ items: z.array(z.unknown()) })
/** Written by the operator, through `trunks allow` on the command line or by the first set-up. */
const grantSchema = z.object({ trunks_granted: z.literal(true) })

/** Without an event, a change of the operator takes effect after this. */
const cacheLifetimeMs = 30_000
const requestTimeoutMs = 5_000
/** The account service limits the connections of an address. */
const maxConcurrentLookups = 30
const maxCachedWorkspaces = 10_000

export type TrunkGrantLookup = ReturnType<typeof createTrunkGrantLookup>

/** Creates a cached lookup of the workspaces that the operator allows to have trunks. */
export function createTrunkGrantLookup(connection: AccountServiceConnection) {
  const limitLookups = createConcurrencyLimit(maxConcurrentLookups)
  const cached = new Map<string, { readonly until: number; readonly isGranted: Promise<boolean> }>()
  const lastKnown = new Map<string, boolean>()
  return {
    /**
     * Returns whether a workspace has members. Results are not cached.
     *
     * @throws {AccountServiceUnavailableError}
     */
    hasMembers(workspaceId: string): Promise<boolean> {
      const signal = AbortSignal.timeout(requestTimeoutMs)
      return limitLookups(() => requestHasMembers({ ...connection, signal }, workspaceId))
    },
    /** Drops the cached result of a workspace. */
    clear: (workspaceId: string) => void cached.delete(workspaceId),
    /** Returns the last result of a workspace, however old; null if there is none. */
    findLastKnown: (workspaceId: string): boolean | null => lastKnown.get(workspaceId) ?? null,
    /**
     * Returns whether the operator allows a workspace to have trunks, and it has members. Results are cached for 30
     * seconds.
     *
     * @throws {AccountServiceUnavailableError}
     */
    find(workspaceId: string, now: Date): Promise<boolean> {
      const known = cached.get(workspaceId)
      if (known && known.until > now.getTime()) return known.isGranted

      // Includes the time in which a lookup waits for others.
      const signal = AbortSignal.timeout(requestTimeoutMs)
      const isGranted = limitLookups(() => requestGrant({ ...connection, signal }, workspaceId))
      if (cached.size >= maxCachedWorkspaces) cached.clear()
      if (lastKnown.size >= maxCachedWorkspaces) lastKnown.clear()
      cached.set(workspaceId, { until: now.getTime() + cacheLifetimeMs, isGranted })
      isGranted.then(
        (result) => lastKnown.set(workspaceId, result),
        () => cached.delete(workspaceId),
      )
      return isGranted
    },
  }
}

async function requestGrant(connection: LookupConnection, workspaceId: string): Promise<boolean> {
  const team = await requestJson(connection, `/teams/${encodeURIComponent(workspaceId)}`, teamSchema)
  const isGranted = grantSchema.safeParse(team?.server_metadata).success
  return isGranted && (await requestHasMembers(connection, workspaceId))
}

async function requestHasMembers(connection: LookupConnection, workspaceId: string): Promise<boolean> {
  const path = `/users?team_id=${encodeURIComponent(workspaceId)}&limit=1`
  const members = await requestJson(connection, path, membersSchema)
  return members !== null && members.items.length > 0
}

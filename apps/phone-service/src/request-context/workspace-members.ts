import { createConcurrencyLimit, removeInvisibleCharacters } from '@parley/primitives'
import { z } from 'zod'
import {
  type AccountServiceConnection,
  type LookupConnection,
  requestJson,
} from './account-service-connection.ts'

const profilesSchema = z.object({
  items: z.array(
    z.object({
      user_id: z.string(),
      display_name: z.string().nullable(),
      user: z.object({ primary_email: z.string().nullable() }),
    }),
  ),
})
const holdersSchema = z.object({ items: z.array(z.object({ user_id: z.string() })) })
const permissionsSchema = z.object({ items: z.array(z.object({ team_id: z.string() })) })

/** A member of a workspace as the account service returns them. */
export interface WorkspaceMember {
  readonly userId: string
  readonly name: string | null
}

const requestTimeoutMs = 5_000
/** The account service limits the connections of an address, and each lookup needs two. */
const maxConcurrentLookups = 10

export type WorkspaceMemberLookup = ReturnType<typeof createWorkspaceMemberLookup>

/** Creates a lookup of the members of workspaces in the account service. */
export function createWorkspaceMemberLookup(connection: AccountServiceConnection) {
  const limitLookups = createConcurrencyLimit(maxConcurrentLookups)
  /** Lookups that run or wait, by workspace and viewer. */
  const lookups = new Map<string, Promise<WorkspaceMember[]>>()

  function startLookup(workspaceId: string, viewerId: string): Promise<WorkspaceMember[]> {
    // Includes the time in which a lookup waits for others.
    const signal = AbortSignal.timeout(requestTimeoutMs)
    return limitLookups(() => requestMembers({ ...connection, signal }, workspaceId, viewerId))
  }

  return {
    /**
     * Returns all members of a workspace, for work that shows them to no user.
     *
     * @throws {AccountServiceUnavailableError}
     */
    async listAll(workspaceId: string): Promise<WorkspaceMember[]> {
      const signal = AbortSignal.timeout(requestTimeoutMs)
      return await limitLookups(() => requestProfiles({ ...connection, signal }, workspaceId))
    },
    /**
     * Returns the ids of the members with `phone_admin`.
     *
     * @throws {AccountServiceUnavailableError}
     */
    async listAdministrators(workspaceId: string): Promise<ReadonlySet<string>> {
      const signal = AbortSignal.timeout(requestTimeoutMs)
      const query = `team_id=${encodeURIComponent(workspaceId)}&permission_id=phone_admin&recursive=true`
      const granted = await limitLookups(() =>
        requestJson({ ...connection, signal }, `/team-permissions?${query}`, holdersSchema),
      )
      return new Set((granted?.items ?? []).map((item) => item.user_id))
    },
    /**
     * Returns the members of a workspace that one of them may see: none without the permission
     * `$read_members`. Concurrent requests of a viewer share one lookup, so that they delay no others.
     *
     * @throws {AccountServiceUnavailableError}
     */
    list(workspaceId: string, viewerId: string): Promise<WorkspaceMember[]> {
      const key = JSON.stringify([workspaceId, viewerId])
      const running = lookups.get(key)
      if (running !== undefined) return running
      const lookup = startLookup(workspaceId, viewerId).finally(() => lookups.delete(key))
      lookups.set(key, lookup)
      return lookup
    },
  }
}

async function requestMembers(
  connection: LookupConnection,
  workspaceId: string,
  viewerId: string,
): Promise<WorkspaceMember[]> {
  const [team, viewer] = [encodeURIComponent(workspaceId), encodeURIComponent(viewerId)]
  const [granted, profiles] = await Promise.all([
    requestJson(
      connection,
      `/team-permissions?team_id=${team}&user_id=${viewer}&permission_id=$read_members&recursive=true`,
      permissionsSchema,
    ),
    requestProfiles(connection, workspaceId),
  ])
  if (!granted?.items.some((item) => item.team_id === workspaceId)) return []
  return profiles
}

async function requestProfiles(
  connection: LookupConnection,
  workspaceId: string,
): Promise<WorkspaceMember[]> {
  const path = `/team-member-profiles?team_id=${encodeURIComponent(workspaceId)}&omit_metadata=true`
  const profiles = await requestJson(connection, path, profilesSchema)
  return (profiles?.items ?? []).map((profile) => ({
    userId: profile.user_id,
    name: removeInvisibleCharacters(profile.display_name ?? '') || profile.user.primary_email,
  }))
}

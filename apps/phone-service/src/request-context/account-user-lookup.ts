import { createConcurrencyLimit, removeInvisibleCharacters } from '@parley/primitives'
import { z } from 'zod'
import {
  type AccountServiceConnection,
  type LookupConnection,
  requestJson,
} from './account-service-connection.ts'

const userSchema = z.object({
  id: z.string(),
  display_name: z.string().nullable(),
  primary_email: z.string().nullable(),
  primary_email_verified: z.boolean(),
  selected_team_id: z.string().nullable(),
})
const teamsSchema = z.object({ items: z.array(z.object({ id: z.string(), display_name: z.string() })) })
const permissionsSchema = z.object({ items: z.array(z.object({ id: z.string(), team_id: z.string() })) })

export interface Workspace {
  readonly id: string
  readonly displayName: string
}

/** A user as the account service returns them. */
export interface AccountUser {
  readonly id: string
  readonly displayName: string | null
  readonly primaryEmail: string | null
  readonly isEmailVerified: boolean
  readonly selectedWorkspaceId: string | null
  readonly workspaces: readonly Workspace[]
  /** Ids of the workspaces in which the user has `phone_admin`. */
  readonly administers: ReadonlySet<string>
  /** Ids of the workspaces whose members the user may see. */
  readonly readableWorkspaces: ReadonlySet<string>
}

/** Lifetime of a cached response. Without an event, a user who leaves a team loses access after this. */
const cacheLifetimeMs = 3_000
const requestTimeoutMs = 5_000
/** The account service limits the connections of an address, and each lookup needs three. */
const maxConcurrentLookups = 40
const maxCachedUsers = 10_000

/** Creates a cached lookup of users and their teams in the account service. */
export function createAccountUserLookup(connection: AccountServiceConnection) {
  const limitLookups = createConcurrencyLimit(maxConcurrentLookups)
  const cached = new Map<string, { readonly at: number; readonly user: Promise<AccountUser | null> }>()
  return {
    /** Drops the cached result of a user. */
    clear: (userId: string) => void cached.delete(userId),
    /**
     * Returns the user with this id, or null when the account does not exist. Results are cached for 3 seconds.
     *
     * @throws {AccountServiceUnavailableError}
     */
    find(userId: string, now: Date): Promise<AccountUser | null> {
      const known = cached.get(userId)
      if (known && now.getTime() - known.at < cacheLifetimeMs) return known.user

      // Includes the time in which a lookup waits for others.
      const signal = AbortSignal.timeout(requestTimeoutMs)
      const user = limitLookups(() => requestUser({ ...connection, signal }, userId))
      if (cached.size >= maxCachedUsers) cached.clear()
      cached.set(userId, { at: now.getTime(), user })
      user.catch(() => cached.delete(userId))
      return user
    },
  }
}

export type AccountUserLookup = ReturnType<typeof createAccountUserLookup>

async function requestUser(connection: LookupConnection, userId: string): Promise<AccountUser | null> {
  const id = encodeURIComponent(userId)
  const [account, ownTeams, granted] = await Promise.all([
    requestJson(connection, `/users/${id}?omit_metadata=true`, userSchema),
    requestJson(connection, `/teams?user_id=${id}&omit_metadata=true`, teamsSchema),
    requestJson(connection, `/team-permissions?user_id=${id}&recursive=true`, permissionsSchema),
  ])
  if (!account) return null
  const listTeamsWith = (permission: string) =>
    new Set((granted?.items ?? []).flatMap((item) => (item.id === permission ? [item.team_id] : [])))
  return {
    id: account.id,
    // Members of other workspaces see it, for example when the user calls them.
    displayName: removeInvisibleCharacters(account.display_name ?? '') || null,
    primaryEmail: account.primary_email,
    isEmailVerified: account.primary_email_verified,
    selectedWorkspaceId: account.selected_team_id,
    workspaces: (ownTeams?.items ?? []).map(({ id, display_name }) => ({
      id,
      displayName: removeInvisibleCharacters(display_name),
    })),
    administers: listTeamsWith('phone_admin'),
    readableWorkspaces: listTeamsWith('$read_members'),
  }
}

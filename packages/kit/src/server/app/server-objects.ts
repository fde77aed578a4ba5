import { type Collection, createCollection } from '../../app/collection.ts'
import { createTeamObject, type Team, type TeamUpdate } from '../../app/teams/team.ts'
import { type TeamMemberProfile, toMemberProfile } from '../../app/teams/team-members.ts'
import type { NewTeam } from '../../app/teams/user-teams.ts'
import { useData } from '../../app/use-data.ts'
import { toUserProfile, type UserProfile } from '../../app/user/profile.ts'
import type { ServerCore, ServerData } from './server-core.ts'
import { createServerUserMethods, type ServerUserMethods } from './server-user-methods.ts'

export type WireServerUser = ServerData<'GET /users/{user}'>
export type WireServerTeam = ServerData<'GET /teams/{team}'>

/** A user with the fields and methods that only back ends have. */
export interface ServerUser extends UserProfile, ServerUserMethods {
  readonly lastActiveAt: Date
  readonly serverMetadata: unknown
  readonly selectedTeam: ServerTeam | null
  listTeams(): Promise<ServerTeam[]>
  useTeams(): ServerTeam[]
  getTeam(teamId: string): Promise<ServerTeam | null>
  useTeam(teamId: string): ServerTeam | null
  /** Also selects the new team. */
  createTeam(team: NewTeam): Promise<ServerTeam>
}

/** A member of a team, with the name and picture in the team. */
export type ServerTeamUser = ServerUser & { readonly teamProfile: TeamMemberProfile }

export interface ServerTeamUpdate extends TeamUpdate {
  readonly clientReadOnlyMetadata?: unknown
  readonly serverMetadata?: unknown
}

export interface NewServerTeam extends NewTeam {
  readonly creatorUserId?: string
}

/** A team with the fields and methods that only back ends have. */
export interface ServerTeam extends Team {
  readonly createdAt: Date
  readonly serverMetadata: unknown
  listUsers(): Promise<ServerTeamUser[]>
  useUsers(): ServerTeamUser[]
  update(change: ServerTeamUpdate): Promise<void>
  addUser(userId: string): Promise<void>
}

/** @param refresh - Refetches what shows the user. */
export function createServerUser(
  core: ServerCore,
  wire: WireServerUser,
  refresh: () => Promise<void> = async () => {},
): ServerUser {
  const teams: Collection<ServerTeam> = createCollection(core, `teams ${wire.id}`, async () => {
    const { items } = await core.server('GET /teams', { query: { user_id: wire.id } })
    return items.map((team) => createServerTeam(core, team, teams.refresh))
  })
  const find = (teamId: string) => (all: readonly ServerTeam[]) => all.find(({ id }) => id === teamId) ?? null
  const { selected_team } = wire

  return {
    ...toUserProfile({ core, refresh }, wire),
    lastActiveAt: new Date(wire.last_active_at_millis),
    serverMetadata: wire.server_metadata,
    ...createServerUserMethods(core, wire, refresh),
    selectedTeam: selected_team ? createServerTeam(core, selected_team, refresh) : null,
    listTeams: teams.list,
    useTeams: () => useData(teams.data),
    getTeam: async (teamId) => find(teamId)(await teams.list()),
    useTeam: (teamId) => find(teamId)(useData(teams.data)),
    async createTeam(options) {
      const team = await createTeam(core, { ...options, creatorUserId: wire.id })
      const body = { selected_team_id: team.id }
      await core.server('PATCH /users/{user}', { params: { user: wire.id }, body })
      await Promise.all([teams.refresh(), refresh()])
      return team
    },
  }
}

export async function createTeam(core: ServerCore, options: NewServerTeam): Promise<ServerTeam> {
  const body = {
    display_name: options.displayName,
    profile_image_url: options.profileImageUrl,
    creator_user_id: options.creatorUserId,
  }
  return createServerTeam(core, await core.server('POST /teams', { query: {}, body }))
}

/** @param refresh - Refetches what shows the team. */
export function createServerTeam(
  core: ServerCore,
  wire: WireServerTeam,
  refresh: () => Promise<void> = async () => {},
): ServerTeam {
  const users = createCollection(core, `team-users ${wire.id}`, async () => {
    const { items } = await core.server('GET /team-member-profiles', { query: { team_id: wire.id } })
    return items.map((profile): ServerTeamUser => {
      const user = createServerUser(core, profile.user)
      return { ...user, teamProfile: toMemberProfile(profile) }
    })
  })

  return {
    ...createTeamObject(core, wire, refresh),
    createdAt: new Date(wire.created_at_millis),
    serverMetadata: wire.server_metadata,
    listUsers: users.list,
    useUsers: () => useData(users.data),
    async update(change) {
      const body = {
        display_name: change.displayName,
        profile_image_url: change.profileImageUrl,
        client_metadata: change.clientMetadata,
        client_read_only_metadata: change.clientReadOnlyMetadata,
        server_metadata: change.serverMetadata,
      }
      await core.server('PATCH /teams/{team}', { params: { team: wire.id }, body })
      await refresh()
    },
    async addUser(userId) {
      await core.server('POST /team-memberships/{team}/{user}', { params: { team: wire.id, user: userId } })
      await users.refresh()
    },
  }
}

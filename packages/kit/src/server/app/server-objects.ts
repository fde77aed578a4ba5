import { createCollection } from '../../app/collection.ts'
import type { Json } from '../../app/json.ts'
import { createTeamObject, type Team } from '../../app/teams/team.ts'
import type { NewTeam, TeamMemberProfile, TeamUpdate } from '../../app/teams/team-member.ts'
import { toMemberProfile } from '../../app/teams/team-member-requests.ts'
import { useData } from '../../app/use-data.ts'
import { toUserProfile, type UserProfile } from '../../app/user/profile.ts'
import type { WireUser } from '../../app/user/user-deps.ts'
import type { CachedData } from '../../cache/data-cache.ts'
import { toFlag } from './query-flag.ts'
import type { ServerCore, ServerData } from './server-core.ts'
import { createServerUserMethods, type ServerUserMethods } from './server-user-methods.ts'

export type WireServerUser = ServerData<'GET /users/{user}'>
export type WireServerTeam = ServerData<'GET /teams/{team}'>

/** A user with the fields and methods that only back ends have. */
export interface ServerUser extends UserProfile, ServerUserMethods {
  readonly lastActiveAt: Date
  readonly serverMetadata: Json
  /** False: administrators restrict no users. The same holds for the next two fields. */
  readonly restrictedByAdmin: boolean
  readonly restrictedByAdminReason: string | null
  readonly restrictedByAdminPrivateDetails: string | null
  /** Null: sign-ups are not located. */
  readonly countryCode: string | null
  /** Zero: sign-ups are not scored. */
  readonly riskScores: { readonly signUp: { readonly bot: number; readonly freeTrialAbuse: number } }
  readonly selectedTeam: ServerTeam | null
  listTeams(options?: ListTeamsOptions): Promise<TeamPage>
  useTeams(options?: ListTeamsOptions): TeamPage
  getTeam(teamId: string): Promise<ServerTeam | null>
  useTeam(teamId: string): ServerTeam | null
  /** Also selects the new team. */
  createTeam(team: NewTeam): Promise<ServerTeam>
}

export interface ListTeamsOptions {
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string
  /** All teams by default. */
  readonly limit?: number
  readonly orderBy?: 'createdAt'
  readonly desc?: boolean
  /** Part of a name, or a team id. */
  readonly query?: string
}

/** A page of teams. */
export type TeamPage = ServerTeam[] & { readonly nextCursor: string | null }

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
  readonly serverMetadata: Json
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
  const teams = (options: ListTeamsOptions = {}): CachedData<TeamPage> => {
    const name = `teams ${wire.id} ${JSON.stringify(options)}`
    return core.userData(name, () => listTeams(core, options, wire.id, () => teams(options).refresh()))
  }
  const find = (teamId: string) => (all: readonly ServerTeam[]) => all.find(({ id }) => id === teamId) ?? null
  const { selected_team } = wire

  return {
    ...toUserProfile({ core, refresh }, wire),
    lastActiveAt: new Date(wire.last_active_at_millis),
    serverMetadata: wire.server_metadata,
    restrictedByAdmin: wire.restricted_by_admin,
    restrictedByAdminReason: wire.restricted_by_admin_reason,
    restrictedByAdminPrivateDetails: wire.restricted_by_admin_private_details,
    countryCode: wire.country_code,
    riskScores: toRiskScores(wire),
    ...createServerUserMethods(core, wire, refresh),
    toClientJson: () => toClientUser(wire),
    selectedTeam: selected_team ? createServerTeam(core, selected_team, refresh) : null,
    listTeams: (options) => listTeams(core, options, wire.id, () => teams(options).refresh()),
    useTeams: (options) => useData(teams(options)),
    getTeam: async (teamId) => find(teamId)(await listTeams(core, {}, wire.id, () => teams().refresh())),
    useTeam: (teamId) => find(teamId)(useData(teams())),
    async createTeam(options) {
      const team = await createTeam(core, { ...options, creatorUserId: wire.id })
      const body = { selected_team_id: team.id }
      await core.server('PATCH /users/{user}', { params: { user: wire.id }, body })
      await Promise.all([teams().refresh(), refresh()])
      return team
    },
  }
}

/** Returns the fields that the user's own browser may see. */
function toClientUser({
  server_metadata,
  last_active_at_millis,
  primary_email_auth_enabled,
  restricted_by_admin,
  restricted_by_admin_reason,
  restricted_by_admin_private_details,
  country_code,
  risk_scores,
  selected_team,
  ...user
}: WireServerUser): WireUser {
  return { ...user, selected_team: selected_team && toClientTeam(selected_team) }
}

function toClientTeam({
  server_metadata,
  created_at_millis,
  ...team
}: NonNullable<WireServerUser['selected_team']>): WireUser['selected_team'] {
  return team
}

function toRiskScores({ risk_scores: { sign_up } }: WireServerUser): ServerUser['riskScores'] {
  return { signUp: { bot: sign_up.bot, freeTrialAbuse: sign_up.free_trial_abuse } }
}

/**
 * Lists the teams of the project, or of one user.
 *
 * @param refresh - Refetches what shows the list.
 */
export async function listTeams(
  core: ServerCore,
  { orderBy, desc, ...options }: ListTeamsOptions = {},
  userId?: string,
  refresh?: () => Promise<void>,
): Promise<TeamPage> {
  const query = {
    user_id: userId,
    order_by: orderBy && ('created_at' as const),
    desc: toFlag(desc),
    ...options,
  }
  const { items, pagination } = await core.server('GET /teams', { query })
  const teams = items.map((wire) => createServerTeam(core, wire, refresh))
  return Object.assign(teams, { nextCursor: pagination?.next_cursor ?? null })
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

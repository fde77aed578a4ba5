import { unwrap } from '@parley/client'
import type { CachedData } from '../../cache/data-cache.ts'
import { type Collection, createCollection } from '../collection.ts'
import { useData } from '../use-data.ts'
import type { UserDeps } from '../user/user-deps.ts'
import { createTeamObject, type Team } from './team.ts'
import type { EditableTeamMemberProfile, ReceivedTeamInvitation } from './team-member.ts'

export interface NewTeam {
  readonly displayName: string
  /** A data URL. */
  readonly profileImageUrl?: string
}

export interface UserTeamMethods {
  listTeams(): Promise<Team[]>
  useTeams(): Team[]
  getTeam(teamId: string): Promise<Team | null>
  useTeam(teamId: string): Team | null
  /** Also selects the new team. */
  createTeam(team: NewTeam): Promise<Team>
  leaveTeam(team: Pick<Team, 'id'>): Promise<void>
  getTeamProfile(team: Pick<Team, 'id'>): Promise<EditableTeamMemberProfile>
  useTeamProfile(team: Pick<Team, 'id'>): EditableTeamMemberProfile
  listTeamInvitations(): Promise<ReceivedTeamInvitation[]>
  useTeamInvitations(): ReceivedTeamInvitation[]
}

export function createUserTeamMethods(deps: UserDeps): UserTeamMethods {
  const { core, userId, patch } = deps
  const teams = createCollection(core, `teams ${userId}`, async () => {
    const { items } = unwrap(await core.request('GET /teams', { query: { user_id: userId } }))
    return items.map((wire) => createTeamObject(core, wire, refresh))
  })
  const refresh = async () => void (await Promise.all([teams.refresh(), deps.refresh()]))
  const invitations: Collection<ReceivedTeamInvitation> = createCollection(
    core,
    `received-invitations ${userId}`,
    async () =>
      (await import('./team-member-requests.ts')).listReceivedInvitations(deps, async () => {
        await Promise.all([invitations.refresh(), refresh()])
      }),
  )
  const find = (teamId: string) => (all: readonly Team[]) => all.find(({ id }) => id === teamId) ?? null

  return {
    listTeams: teams.list,
    useTeams: () => useData(teams.data),
    getTeam: async (teamId) => find(teamId)(await teams.list()),
    useTeam: (teamId) => find(teamId)(useData(teams.data)),
    async createTeam({ displayName, profileImageUrl }) {
      const body = {
        display_name: displayName,
        profile_image_url: profileImageUrl,
        creator_user_id: userId,
      }
      const wire = unwrap(await core.request('POST /teams', { query: {}, body }))
      unwrap(await patch({ selected_team_id: wire.id }))
      await refresh()
      return createTeamObject(core, wire, refresh)
    },
    async leaveTeam({ id }) {
      const params = { team: id, user: userId }
      unwrap(await core.request('DELETE /team-memberships/{team}/{user}', { params }))
      await refresh()
    },
    getTeamProfile: ({ id }) => getTeamProfile(deps, id),
    useTeamProfile: ({ id }) => useData(profileData(deps, id)),
    listTeamInvitations: invitations.list,
    useTeamInvitations: () => useData(invitations.data),
  }
}

async function getTeamProfile(deps: UserDeps, teamId: string): Promise<EditableTeamMemberProfile> {
  const requests = await import('./team-member-requests.ts')
  return await requests.getTeamProfile(deps, teamId, () => profileData(deps, teamId).refresh())
}

function profileData(deps: UserDeps, teamId: string): CachedData<EditableTeamMemberProfile> {
  return deps.core.userData(`team-profile ${deps.userId} ${teamId}`, () => getTeamProfile(deps, teamId))
}

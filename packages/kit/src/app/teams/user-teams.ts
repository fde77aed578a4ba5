import { unwrap } from '@parley/client'
import { type Collection, createCollection } from '../collection.ts'
import { useData } from '../use-data.ts'
import type { UserDeps } from '../user/user-deps.ts'
import { createTeamObject, type Team } from './team.ts'
import { type TeamMemberProfile, toMemberProfile } from './team-members.ts'

export interface NewTeam {
  readonly displayName: string
  /** A data URL. */
  readonly profileImageUrl?: string
}

export interface EditableTeamMemberProfile extends TeamMemberProfile {
  /** Null resets a field to the profile of the user. */
  update(change: Partial<TeamMemberProfile>): Promise<void>
}

/** An invitation to a verified e-mail address of the user. */
export interface ReceivedTeamInvitation {
  readonly id: string
  readonly teamId: string
  readonly teamDisplayName: string
  readonly recipientEmail: string
  readonly expiresAt: Date
  accept(): Promise<void>
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
  const invitations = collectInvitations(deps, refresh)
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
    useTeamProfile: ({ id }) => useData(core.userData(profileName(deps, id), () => getTeamProfile(deps, id))),
    listTeamInvitations: invitations.list,
    useTeamInvitations: () => useData(invitations.data),
  }
}

function collectInvitations(
  { core, userId }: UserDeps,
  refreshTeams: () => Promise<void>,
): Collection<ReceivedTeamInvitation> {
  const query = { user_id: userId }
  const invitations: Collection<ReceivedTeamInvitation> = createCollection(
    core,
    `received-invitations ${userId}`,
    async () => {
      const { items } = unwrap(await core.request('GET /team-invitations', { query }))
      return items.map((wire) => ({
        id: wire.id,
        teamId: wire.team_id,
        teamDisplayName: wire.team_display_name,
        recipientEmail: wire.recipient_email,
        expiresAt: new Date(wire.expires_at_millis),
        accept: () => accept(wire.id),
      }))
    },
  )
  async function accept(id: string): Promise<void> {
    unwrap(await core.request('POST /team-invitations/{id}/accept', { params: { id }, query }))
    await Promise.all([invitations.refresh(), refreshTeams()])
  }
  return invitations
}

const profileName = ({ userId }: UserDeps, teamId: string) => `team-profile ${userId} ${teamId}`

async function getTeamProfile(deps: UserDeps, teamId: string): Promise<EditableTeamMemberProfile> {
  const { core, userId } = deps
  const params = { team: teamId, user: userId }
  const wire = unwrap(await core.request('GET /team-member-profiles/{team}/{user}', { params }))
  return {
    ...toMemberProfile(wire),
    async update({ displayName, profileImageUrl }) {
      const body = { display_name: displayName, profile_image_url: profileImageUrl }
      unwrap(await core.request('PATCH /team-member-profiles/{team}/{user}', { params, body }))
      await core.userData(profileName(deps, teamId), () => getTeamProfile(deps, teamId)).refresh()
    },
  }
}

import { KnownError } from '@parley/contract'
import type { teamMemberships } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { admitToTeam, listMemberships } from '../teams/index.ts'
import { profileShapes } from './profile-shape.ts'

type Get = typeof teamMemberships.getMemberProfile

export async function getMemberProfile(
  { database }: Pick<Services, 'database'>,
  request: ServedRequest<Get>,
) {
  const { project, user, params } = request
  const { team: teamId, user: userId } = params
  if (userId !== user?.id) await admitToTeam(database, request, teamId, '$read_members')

  const memberships = await listMemberships(database, project.id, { teamId, userId })
  const [profile] = await profileShapes(database, project.id, memberships)
  if (!profile) throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })
  return profile
}

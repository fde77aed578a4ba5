import { KnownError } from '@parley/contract'
import type { teamMemberships } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { authorizeTeam } from '../index.ts'
import { listMemberships } from '../records/index.ts'
import { serializeMemberProfiles } from './serialize-member-profiles.ts'

type Get = typeof teamMemberships.getMemberProfile

export async function getMemberProfile(
  { database }: Pick<Services, 'database'>,
  request: EndpointRequest<Get>,
) {
  const { project, accessType, user, params } = request
  const { team: teamId, user: userId } = params
  if (userId !== user?.id) await authorizeTeam(database, request, teamId, '$read_members')

  const memberships = await listMemberships(database, project.id, { teamId, userId })
  const [profile] = await serializeMemberProfiles(database, project.id, memberships, accessType !== 'client')
  if (!profile) throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })
  return profile
}

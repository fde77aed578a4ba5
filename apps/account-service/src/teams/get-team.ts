import { KnownError } from '@parley/contract'
import type { teams } from '@parley/contract/account'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { findTeam, isMember } from './records/index.ts'
import { serializeTeam } from './serialize-team.ts'

type Get = typeof teams.getTeam

export async function getTeam(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user, params }: EndpointRequest<Get>,
) {
  const teamId = params.team
  if (accessType === 'client') {
    if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    if (!(await isMember(database, { projectId: project.id, teamId, userId: user.id })))
      throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: user.id })
  }
  const record = await findTeam(database, project.id, teamId)
  if (!record) throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })
  return serializeTeam(record)
}

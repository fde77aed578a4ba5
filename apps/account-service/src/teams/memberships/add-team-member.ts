import { KnownError, type ResponseOf } from '@parley/contract'
import type { teamMemberships } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../../users/records/index.ts'
import { addMember } from '../index.ts'
import { findTeam } from '../records/index.ts'

type Add = typeof teamMemberships.addTeamMember

export async function addTeamMember(
  services: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<Add>,
): Promise<ResponseOf<Add>> {
  const { project, params } = request
  const { team: teamId, user: userId } = params
  if (!(await findUser(services.database, project.id, userId))) throw new KnownError('USER_NOT_FOUND')
  if (!(await findTeam(services.database, project.id, teamId)))
    throw new KnownError('TEAM_NOT_FOUND', { team_id: teamId })

  const wasInserted = await request.transaction((transaction) =>
    addMember(services, transaction, { project, teamId, userId }),
  )
  if (!wasInserted) throw new KnownError('TEAM_MEMBERSHIP_ALREADY_EXISTS')
  return { team_id: teamId, user_id: userId }
}

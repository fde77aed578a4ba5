import { KnownError, type ResponseOf } from '@parley/contract'
import type { teams } from '@parley/contract/account'
import { requireRecentAuthentication } from '../auth/step-up/index.ts'
import { deleteTeamPermission } from '../permissions/index.ts'
import type { EndpointRequest } from '../platform/request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteImages } from '../users/images/index.ts'
import { authorizeTeam } from './authorize-team.ts'
import { deleteMemberships, deleteTeamRow, lockTeam } from './records/index.ts'

type Delete = typeof teams.deleteTeam

export async function deleteTeam(
  { database, now }: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  const { project, params } = request
  await authorizeTeam(database, request, params.team, deleteTeamPermission)
  requireRecentAuthentication(request, now())

  await request.transaction(async (transaction) => {
    // Lock order team → memberships avoids a deadlock with the creation of a key or a membership.
    await lockTeam(transaction, params.team)
    const removed = await deleteMemberships(transaction, project.id, { teamId: params.team })
    const team = await deleteTeamRow(transaction, project.id, params.team)
    if (!team) throw new KnownError('TEAM_NOT_FOUND', { team_id: params.team })
    const urls = [team, ...removed].map(({ profileImageUrl }) => profileImageUrl)
    await deleteImages(transaction, project.id, urls)
    await transaction.publish('team.deleted', { id: team.id })
    await transaction.audit('team.deleted', { type: 'team', id: team.id })
  })
  return { success: true }
}

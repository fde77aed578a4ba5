import { KnownError, type ResponseOf } from '@parley/contract'
import type { teams } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { dropImages } from '../images/index.ts'
import type { Services } from '../services.ts'
import { publishEvent } from '../webhooks/index.ts'
import { deleteMemberships } from './memberships.ts'
import { admitToTeam } from './require-team-permission.ts'
import { deleteTeamRow } from './teams.ts'

type Delete = typeof teams.deleteTeam

export async function deleteTeam(
  { database, now }: Pick<Services, 'database' | 'now'>,
  request: ServedRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  const { project, params, actor, call } = request
  await admitToTeam(database, request, params.team, '$delete_team')

  await database.transaction().execute(async (transaction) => {
    const left = await deleteMemberships(transaction, project.id, { teamId: params.team })
    const team = await deleteTeamRow(transaction, project.id, params.team)
    if (!team) throw new KnownError('TEAM_NOT_FOUND', { team_id: params.team })
    const urls = [team, ...left].map(({ profile_image_url }) => profile_image_url)
    await dropImages(transaction, project.id, urls)
    await publishEvent(transaction, project.id, { type: 'team.deleted', data: { id: team.id }, at: now() })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'team.deleted',
      subject: { type: 'team', id: team.id },
      call,
      at: now(),
    })
  })
  return { success: true }
}

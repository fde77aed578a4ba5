import type { ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { deleteInvitation } from './invitations.ts'
import { requireTeam } from './require-team.ts'

type Revoke = typeof teamInvitations.revokeTeamInvitation

export async function revokeTeamInvitation(
  services: Pick<Services, 'database' | 'now'>,
  { params, query, call, ...access }: ServedRequest<Revoke>,
): Promise<ResponseOf<Revoke>> {
  const { project, actor } = access
  const team = await requireTeam(services, access, query.team_id, ['$remove_members'])
  await services.database.transaction().execute(async (transaction) => {
    const invitation = { id: params.id, project_id: project.id, team_id: team.id }
    if (!(await deleteInvitation(transaction, invitation)))
      throw new TextError(404, 'Pending invitation not found in this team.')
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'team_invitation.revoked',
      subject: { type: 'team', id: team.id },
      details: { invitationId: params.id },
      call,
      at: services.now(),
    })
  })
  return { success: true }
}

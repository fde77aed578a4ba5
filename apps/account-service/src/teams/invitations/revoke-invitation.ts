import type { ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { recordAudit } from '../../platform/audit/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { deleteInvitation } from './invitations.ts'
import { requireManagedTeam } from './require-managed-team.ts'

type Revoke = typeof teamInvitations.revokeTeamInvitation

export async function revokeTeamInvitation(
  services: Pick<Services, 'database' | 'now'>,
  { params, query, info, ...access }: EndpointRequest<Revoke>,
): Promise<ResponseOf<Revoke>> {
  const { project, actor } = access
  const team = await requireManagedTeam(services, access, query.team_id, ['$remove_members'])
  await services.database.transaction().execute(async (transaction) => {
    const invitation = { id: params.id, project_id: project.id, team_id: team.id }
    if (!(await deleteInvitation(transaction, invitation)))
      throw new PlainTextError(404, 'Pending invitation not found in this team.')
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'team_invitation.revoked',
      subject: { type: 'team', id: team.id },
      details: { invitationId: params.id },
      info,
      at: services.now(),
    })
  })
  return { success: true }
}

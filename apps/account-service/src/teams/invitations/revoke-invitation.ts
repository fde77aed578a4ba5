import type { ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { rejectImpersonation } from '../../auth/step-up/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { deleteInvitation } from './records/index.ts'
import { requireManagedTeam } from './require-managed-team.ts'

type Revoke = typeof teamInvitations.revokeTeamInvitation

export async function revokeTeamInvitation(
  services: Pick<Services, 'database'>,
  request: EndpointRequest<Revoke>,
): Promise<ResponseOf<Revoke>> {
  const { params, query } = request
  const { project } = request
  const team = await requireManagedTeam(services, request, query.team_id, ['$remove_members'])
  rejectImpersonation(request)
  await request.transaction(async (transaction) => {
    const invitation = { id: params.id, projectId: project.id, teamId: team.id }
    if (!(await deleteInvitation(transaction, invitation)))
      throw new PlainTextError(404, 'Pending invitation not found in this team.')
    await transaction.audit(
      'team_invitation.revoked',
      { type: 'team', id: team.id },
      { invitationId: params.id },
    )
  })
  return { success: true }
}

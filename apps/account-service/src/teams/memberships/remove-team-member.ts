import { KnownError, type ResponseOf } from '@parley/contract'
import type { teamMemberships } from '@parley/contract/account'
import { rejectImpersonation } from '../../auth/step-up/index.ts'
import {
  lockManagedPermissions,
  requireOwnerToChangeOwner,
  requireRemainingHolders,
} from '../../permissions/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { revokeMemberKeys } from '../../projects/api-keys/records/index.ts'
import type { Services } from '../../services.ts'
import { deleteImages } from '../../users/images/index.ts'
import { authorizeTeam } from '../index.ts'
import { deleteMemberships } from '../records/index.ts'

type Remove = typeof teamMemberships.removeTeamMember

export async function removeTeamMember(
  { database, now }: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<Remove>,
): Promise<ResponseOf<Remove>> {
  const { project, user, params } = request
  const { team: teamId, user: userId } = params
  rejectImpersonation(request)
  // Leaving a team requires no permission.
  if (userId !== user?.id) await authorizeTeam(database, request, teamId, '$remove_members')

  const member = { team_id: teamId, user_id: userId }
  await request.transaction(async (transaction) => {
    const retained = await lockManagedPermissions(transaction, request, { teamId, userId })
    await requireOwnerToChangeOwner(transaction, request, { teamId, userId })
    await revokeMemberKeys({ now }, transaction, project, { userId, teamId })
    const [removed] = await deleteMemberships(transaction, project.id, { teamId, userId })
    if (!removed) throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', member)
    await requireRemainingHolders(transaction, project.id, retained)
    await deleteImages(transaction, project.id, [removed.profileImageUrl])
    await transaction.publish('team_membership.deleted', member)
    await transaction.audit('team_member.removed', { type: 'team', id: teamId }, { userId })
  })
  return { success: true }
}

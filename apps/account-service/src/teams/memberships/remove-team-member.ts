import { KnownError, type ResponseOf } from '@parley/contract'
import type { teamMemberships } from '@parley/contract/account'
import { hasTeamPermission, requireRemainingHolder } from '../../permissions/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { revokeMemberKeys } from '../../projects/api-keys/records/index.ts'
import type { Services } from '../../services.ts'
import { deleteImages } from '../../users/images/index.ts'
import { authorizeTeam } from '../index.ts'
import { countMemberships, deleteMemberships, lockTeam } from '../records/index.ts'

type Remove = typeof teamMemberships.removeTeamMember

export async function removeTeamMember(
  { database, now }: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<Remove>,
): Promise<ResponseOf<Remove>> {
  const { project, user, params } = request
  const { team: teamId, user: userId } = params
  // Leaving a team requires no permission.
  if (userId !== user?.id) await authorizeTeam(database, request, teamId, '$remove_members')

  const member = { team_id: teamId, user_id: userId }
  await request.transaction(async (transaction) => {
    const retained = await lockManagedPermissions(transaction, request)
    await revokeMemberKeys({ now }, transaction, project, { userId, teamId })
    const [removed] = await deleteMemberships(transaction, project.id, { teamId, userId })
    if (!removed) throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', member)
    if (await countMemberships(transaction, project.id, { teamId }))
      for (const permissionId of retained)
        await requireRemainingHolder(transaction, project.id, { teamId, userId, permissionId })
    await deleteImages(transaction, project.id, [removed.profileImageUrl])
    await transaction.publish('team_membership.deleted', member)
    await transaction.audit('team_member.removed', { type: 'team', id: teamId }, { userId })
  })
  return { success: true }
}

/**
 * Returns the permissions that another member must have before the member can be removed by a client. Locks
 * the team, so that they are not revoked from that member concurrently.
 */
async function lockManagedPermissions(
  transaction: Database,
  { project, accessType, params: { team: teamId, user: userId } }: EndpointRequest<Remove>,
): Promise<string[]> {
  const managed = project.settings.member_managed_permissions
  if (accessType !== 'client' || managed.length === 0) return []
  await lockTeam(transaction, teamId)
  const held: string[] = []
  for (const permissionId of managed)
    if (await hasTeamPermission(transaction, project.id, { teamId, userId, permissionId }))
      held.push(permissionId)
  return held
}

import { KnownError } from '@parley/contract'
import { rejectImpersonation } from '../../auth/step-up/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Access } from '../../platform/request-context/index.ts'
import { lockTeam } from '../../teams/records/index.ts'
import { isOwner, requireOwnerToChangeOwner, requireTeamPermission, type TeamGrant } from '../index.ts'

/**
 * Requires that the request may grant and revoke a team permission. Server and admin access is not
 * restricted; a client needs the permission itself, or the right to delete the team, which the permissions of an
 * owner always need. Locks the team until the transaction ends, so that concurrent changes do not revoke the
 * permission of each other's users.
 *
 * @throws {KnownError} INSUFFICIENT_ACCESS_TYPE, USER_AUTHENTICATION_REQUIRED, TEAM_MEMBERSHIP_NOT_FOUND,
 *   TEAM_PERMISSION_REQUIRED
 */
export async function authorizePermissionChange(
  transaction: Database,
  access: Pick<Access, 'project' | 'accessType' | 'user' | 'session'>,
  { teamId, userId, permissionId }: TeamGrant,
): Promise<void> {
  const { project, accessType, user } = access
  if (accessType !== 'client') return
  if (!project.settings.member_managed_permissions.includes(permissionId))
    throw new KnownError('INSUFFICIENT_ACCESS_TYPE', {
      actual_access_type: accessType,
      allowed_access_types: ['server', 'admin'],
    })
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  rejectImpersonation(access)

  await lockTeam(transaction, teamId)
  const member = { teamId, userId: user.id }
  if (!(await isOwner(transaction, project.id, member)))
    await requireTeamPermission(transaction, project.id, { ...member, permissionId })
  await requireOwnerToChangeOwner(transaction, { project, accessType, user }, { teamId, userId })
}

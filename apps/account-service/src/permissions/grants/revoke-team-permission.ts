import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { deleteTeamGrant, requireRemainingHolder } from '../index.ts'
import { authorizePermissionChange } from './authorize-permission-change.ts'

type Revoke = typeof permissions.revokeTeamPermission

export async function revokeTeamPermission(
  _services: unknown,
  request: EndpointRequest<Revoke>,
): Promise<ResponseOf<Revoke>> {
  const { project, params } = request
  const { team: teamId, user: userId, permission: permissionId } = params
  const permission = { team_id: teamId, user_id: userId }

  await request.transaction(async (transaction) => {
    await authorizePermissionChange(transaction, request, { teamId, permissionId })
    if (!(await deleteTeamGrant(transaction, project.id, { teamId, userId, permissionId })))
      throw new KnownError('TEAM_PERMISSION_NOT_FOUND', { ...permission, permission_id: permissionId })
    if (request.accessType === 'client')
      await requireRemainingHolder(transaction, project.id, { teamId, userId, permissionId })
    await transaction.publish('team_permission.deleted', { id: permissionId, ...permission })
    await transaction.audit('team_permission.revoked', { type: 'user', id: userId }, { teamId, permissionId })
  })
  return { success: true }
}

import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { ServiceTransaction } from '../../platform/service-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import {
  deleteTeamGrant,
  hasTeamPermission,
  insertTeamGrants,
  isOwner,
  requireRemainingHolder,
  type TeamGrant,
} from '../index.ts'
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
    await authorizePermissionChange(transaction, request, { teamId, userId, permissionId })
    const isClient = request.accessType === 'client'
    const wasOwner = isClient && (await isOwner(transaction, project.id, { teamId, userId }))
    if (!(await deleteTeamGrant(transaction, project.id, { teamId, userId, permissionId })))
      throw new KnownError('TEAM_PERMISSION_NOT_FOUND', { ...permission, permission_id: permissionId })
    if (isClient) await requireRemainingHolder(transaction, project.id, { teamId, userId, permissionId })
    await transaction.publish('team_permission.deleted', { id: permissionId, ...permission })
    await transaction.audit('team_permission.revoked', { type: 'user', id: userId }, { teamId, permissionId })
    if (wasOwner && !(await isOwner(transaction, project.id, { teamId, userId })))
      await grantMemberPermissions(transaction, project, { teamId, userId })
  })
  return { success: true }
}

type Member = Pick<TeamGrant, 'teamId' | 'userId'>

/**
 * Grants a former owner what every member may do: the creator of a team was never granted it, and would no
 * longer see the other members.
 */
async function grantMemberPermissions(
  transaction: ServiceTransaction,
  project: Project,
  { teamId, userId }: Member,
): Promise<void> {
  for (const permissionId of project.config.team_member_default_permissions) {
    if (await hasTeamPermission(transaction, project.id, { teamId, userId, permissionId })) continue
    await insertTeamGrants(transaction, project.id, [{ teamId, userId, permissionId }])
    await transaction.publish('team_permission.created', {
      id: permissionId,
      team_id: teamId,
      user_id: userId,
    })
    await transaction.audit('team_permission.granted', { type: 'user', id: userId }, { teamId, permissionId })
  }
}

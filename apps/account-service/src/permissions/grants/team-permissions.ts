import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import { recordAudit } from '../../platform/audit/index.ts'
import { isConstraintViolation } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { publishEvent } from '../../platform/webhooks/index.ts'
import type { Services } from '../../services.ts'
import { isMember } from '../../teams/index.ts'
import { deleteTeamGrant, grantForeignKeys, insertTeamGrants } from '../index.ts'
import { requireDefinition } from './require-definition.ts'

type Grant = typeof permissions.grantTeamPermission
type Revoke = typeof permissions.revokeTeamPermission
type Deps = Pick<Services, 'database' | 'findUser' | 'now'>

export async function grantTeamPermission(
  { database, findUser, now }: Deps,
  { project, actor, params, info }: EndpointRequest<Grant>,
): Promise<ResponseOf<Grant>> {
  const { team: teamId, user: userId, permission: permissionId } = params
  const permission = { id: permissionId, team_id: teamId, user_id: userId }
  const noMember = new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })
  if (!(await findUser(project.id, userId))) throw new KnownError('USER_NOT_FOUND')
  if (!(await isMember(database, { projectId: project.id, teamId, userId }))) throw noMember

  try {
    await database.transaction().execute(async (transaction) => {
      await requireDefinition(transaction, project.id, permissionId, 'team')
      await insertTeamGrants(transaction, project.id, [{ teamId, userId, permissionId }])
      await publishEvent(transaction, project.id, {
        type: 'team_permission.created',
        data: permission,
        at: now(),
      })
      await recordAudit(transaction, {
        projectId: project.id,
        actor,
        action: 'team_permission.granted',
        subject: { type: 'user', id: userId },
        details: { teamId, permissionId },
        info,
        at: now(),
      })
    })
  } catch (error) {
    // The user left the team concurrently.
    throw isConstraintViolation(error, grantForeignKeys.memberExists) ? noMember : error
  }
  return permission
}

export async function revokeTeamPermission(
  { database, now }: Deps,
  { project, actor, params, info }: EndpointRequest<Revoke>,
): Promise<ResponseOf<Revoke>> {
  const { team: teamId, user: userId, permission: permissionId } = params
  const permission = { team_id: teamId, user_id: userId }

  await database.transaction().execute(async (transaction) => {
    if (!(await deleteTeamGrant(transaction, project.id, { teamId, userId, permissionId })))
      throw new KnownError('TEAM_PERMISSION_NOT_FOUND', { ...permission, permission_id: permissionId })
    await publishEvent(transaction, project.id, {
      type: 'team_permission.deleted',
      data: { id: permissionId, ...permission },
      at: now(),
    })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'team_permission.revoked',
      subject: { type: 'user', id: userId },
      details: { teamId, permissionId },
      info,
      at: now(),
    })
  })
  return { success: true }
}

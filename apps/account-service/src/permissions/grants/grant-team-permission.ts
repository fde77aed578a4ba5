import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import { requireRecentAuthentication } from '../../auth/step-up/index.ts'
import { isConstraintViolation } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { isMember } from '../../teams/records/index.ts'
import { findUser } from '../../users/records/index.ts'
import { grantForeignKeys, insertTeamGrants, isOwner } from '../index.ts'
import { authorizePermissionChange } from './authorize-permission-change.ts'
import { requireDefinition } from './require-definition.ts'

type Grant = typeof permissions.grantTeamPermission

export async function grantTeamPermission(
  { now }: Pick<Services, 'now'>,
  request: EndpointRequest<Grant>,
): Promise<ResponseOf<Grant>> {
  const { project, params } = request
  const { team: teamId, user: userId, permission: permissionId } = params
  const permission = { id: permissionId, team_id: teamId, user_id: userId }
  const noMember = new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId })

  try {
    await request.transaction(async (transaction) => {
      await authorizePermissionChange(transaction, request, { teamId, userId, permissionId })
      const wasOwner = await isOwner(transaction, project.id, { teamId, userId })
      // Clients do not learn which users exist outside their team.
      if (request.accessType !== 'client' && !(await findUser(transaction, project.id, userId)))
        throw new KnownError('USER_NOT_FOUND')
      if (!(await isMember(transaction, { projectId: project.id, teamId, userId }))) throw noMember
      await requireDefinition(transaction, project.id, permissionId, 'team')
      await insertTeamGrants(transaction, project.id, [{ teamId, userId, permissionId }])
      // A stolen session cannot give the team away.
      if (!wasOwner && (await isOwner(transaction, project.id, { teamId, userId })))
        requireRecentAuthentication(request, now())
      await transaction.publish('team_permission.created', permission)
      await transaction.audit(
        'team_permission.granted',
        { type: 'user', id: userId },
        { teamId, permissionId },
      )
    })
  } catch (error) {
    // The user left the team concurrently.
    throw isConstraintViolation(error, grantForeignKeys.memberExists) ? noMember : error
  }
  return permission
}

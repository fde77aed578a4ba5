import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import { recordAudit } from '../../platform/audit/index.ts'
import { isConstraintViolation } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { publishEvent } from '../../platform/webhooks/index.ts'
import type { Services } from '../../services.ts'
import { deleteProjectGrant, grantForeignKeys, insertProjectGrants } from '../index.ts'
import { requireDefinition } from './require-definition.ts'

type Grant = typeof permissions.grantProjectPermission
type Revoke = typeof permissions.revokeProjectPermission
type Deps = Pick<Services, 'database' | 'findUser' | 'now'>

export async function grantProjectPermission(
  { database, findUser, now }: Deps,
  { project, actor, params, info }: EndpointRequest<Grant>,
): Promise<ResponseOf<Grant>> {
  const permission = { id: params.permission, user_id: params.user }
  if (!(await findUser(project.id, params.user))) throw new KnownError('USER_NOT_FOUND')

  try {
    await database.transaction().execute(async (transaction) => {
      await requireDefinition(transaction, project.id, params.permission, 'project')
      await insertProjectGrants(transaction, project.id, params.user, [params.permission])
      await publishEvent(transaction, project.id, {
        type: 'project_permission.created',
        data: permission,
        at: now(),
      })
      await recordAudit(transaction, {
        projectId: project.id,
        actor,
        action: 'project_permission.granted',
        subject: { type: 'user', id: params.user },
        details: { permissionId: params.permission },
        info,
        at: now(),
      })
    })
  } catch (error) {
    // The user was deleted concurrently.
    throw isConstraintViolation(error, grantForeignKeys.userExists) ? new KnownError('USER_NOT_FOUND') : error
  }
  return permission
}

export async function revokeProjectPermission(
  { database, now }: Deps,
  { project, actor, params, info }: EndpointRequest<Revoke>,
): Promise<ResponseOf<Revoke>> {
  const grant = { userId: params.user, permissionId: params.permission }

  await database.transaction().execute(async (transaction) => {
    if (!(await deleteProjectGrant(transaction, project.id, grant)))
      throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: params.permission })
    await publishEvent(transaction, project.id, {
      type: 'project_permission.deleted',
      data: { id: params.permission, user_id: params.user },
      at: now(),
    })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'project_permission.revoked',
      subject: { type: 'user', id: params.user },
      details: { permissionId: params.permission },
      info,
      at: now(),
    })
  })
  return { success: true }
}

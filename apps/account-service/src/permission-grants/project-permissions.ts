import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import { isViolationOf } from '../database/index.ts'
import { deleteProjectGrant, grantConstraints, insertProjectGrants } from '../permissions/index.ts'
import type { Services } from '../services.ts'
import { publishEvent } from '../webhooks/index.ts'
import { requireDefinition } from './require-definition.ts'

type Grant = typeof permissions.grantProjectPermission
type Revoke = typeof permissions.revokeProjectPermission
type Needs = Pick<Services, 'database' | 'findUser' | 'now'>

export async function grantProjectPermission(
  { database, findUser, now }: Needs,
  { project, actor, params, call }: ServedRequest<Grant>,
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
        call,
        at: now(),
      })
    })
  } catch (error) {
    // The user was deleted concurrently.
    throw isViolationOf(error, grantConstraints.userExists) ? new KnownError('USER_NOT_FOUND') : error
  }
  return permission
}

export async function revokeProjectPermission(
  { database, now }: Needs,
  { project, actor, params, call }: ServedRequest<Revoke>,
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
      call,
      at: now(),
    })
  })
  return { success: true }
}

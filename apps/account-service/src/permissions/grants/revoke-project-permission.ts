import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { deleteProjectGrant } from '../index.ts'

type Revoke = typeof permissions.revokeProjectPermission

export async function revokeProjectPermission(
  _services: unknown,
  request: EndpointRequest<Revoke>,
): Promise<ResponseOf<Revoke>> {
  const { project, params } = request
  const grant = { userId: params.user, permissionId: params.permission }

  await request.transaction(async (transaction) => {
    if (!(await deleteProjectGrant(transaction, project.id, grant)))
      throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: params.permission })
    await transaction.publish('project_permission.deleted', { id: params.permission, user_id: params.user })
    await transaction.audit(
      'project_permission.revoked',
      { type: 'user', id: params.user },
      { permissionId: params.permission },
    )
  })
  return { success: true }
}

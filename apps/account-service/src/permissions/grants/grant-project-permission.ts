import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissions } from '@parley/contract/account'
import { isConstraintViolation } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../../users/records/index.ts'
import { grantForeignKeys, insertProjectGrants } from '../index.ts'
import { requireDefinition } from './require-definition.ts'

type Grant = typeof permissions.grantProjectPermission

export async function grantProjectPermission(
  { database }: Pick<Services, 'database'>,
  request: EndpointRequest<Grant>,
): Promise<ResponseOf<Grant>> {
  const { project, params } = request
  const permission = { id: params.permission, user_id: params.user }
  if (!(await findUser(database, project.id, params.user))) throw new KnownError('USER_NOT_FOUND')

  try {
    await request.transaction(async (transaction) => {
      await requireDefinition(transaction, project.id, params.permission, 'project')
      await insertProjectGrants(transaction, project.id, params.user, [params.permission])
      await transaction.publish('project_permission.created', permission)
      await transaction.audit(
        'project_permission.granted',
        { type: 'user', id: params.user },
        { permissionId: params.permission },
      )
    })
  } catch (error) {
    // The user was deleted concurrently.
    throw isConstraintViolation(error, grantForeignKeys.userExists) ? new KnownError('USER_NOT_FOUND') : error
  }
  return permission
}

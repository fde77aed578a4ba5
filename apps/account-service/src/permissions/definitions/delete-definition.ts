import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissionDefinitions } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { lockProject } from '../../projects/records/index.ts'
import { deletePermissionDefinition, type PermissionScope } from '../index.ts'
import { propagateDeletion } from './propagate-changes.ts'

type Delete =
  | typeof permissionDefinitions.deleteTeamPermissionDefinition
  | typeof permissionDefinitions.deleteProjectPermissionDefinition

export async function deleteDefinition(
  _services: unknown,
  request: EndpointRequest<Delete>,
  scope: PermissionScope,
): Promise<ResponseOf<Delete>> {
  const {
    project,
    params: { id },
  } = request
  await request.transaction(async (transaction) => {
    const locked = await lockProject(transaction, project.id)
    if (!(await deletePermissionDefinition(transaction, project.id, { id, scope })))
      throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: id })
    await propagateDeletion(transaction, locked, scope, id)
    await transaction.audit('permission_definition.deleted', { type: 'permission_definition', id }, { scope })
  })
  return { success: true }
}

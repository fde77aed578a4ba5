import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissionDefinitions } from '@parley/contract/account'
import { recordAudit } from '../../platform/audit/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { lockProject } from '../../projects/index.ts'
import type { Services } from '../../services.ts'
import { deletePermissionDefinition, type PermissionScope } from '../index.ts'
import { propagateDeletion } from './propagate-changes.ts'

type Delete =
  | typeof permissionDefinitions.deleteTeamPermissionDefinition
  | typeof permissionDefinitions.deleteProjectPermissionDefinition

export async function deleteDefinition(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, actor, params: { id }, info }: EndpointRequest<Delete>,
  scope: PermissionScope,
): Promise<ResponseOf<Delete>> {
  await database.transaction().execute(async (transaction) => {
    const locked = await lockProject(transaction, project.id)
    if (!(await deletePermissionDefinition(transaction, project.id, { id, scope })))
      throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: id })
    await propagateDeletion(transaction, locked, scope, id)
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'permission_definition.deleted',
      subject: { type: 'permission_definition', id },
      details: { scope },
      info,
      at: now(),
    })
  })
  return { success: true }
}

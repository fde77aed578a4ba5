import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissionDefinitions } from '@parley/contract/account'
import { recordAudit } from '../../platform/audit/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { lockProject } from '../../projects/index.ts'
import type { Services } from '../../services.ts'
import {
  insertPermissionDefinition,
  listPermissionDefinitions,
  lockPermissionDefinition,
  type PermissionScope,
} from '../index.ts'
import { requireValidContainment } from './require-valid-containment.ts'
import { serializePermissionDefinition } from './serialize-definition.ts'

type Create =
  | typeof permissionDefinitions.createTeamPermissionDefinition
  | typeof permissionDefinitions.createProjectPermissionDefinition

export async function createDefinition(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, actor, body, info }: EndpointRequest<Create>,
  scope: PermissionScope,
): Promise<ResponseOf<Create>> {
  const definition = {
    id: body.id,
    scope,
    description: body.description || null,
    containedPermissionIds: [...new Set(body.contained_permission_ids)],
  }
  await database.transaction().execute(async (transaction) => {
    // Serialized per project, because each definition is validated against all others.
    await lockProject(transaction, project.id)
    if (await lockPermissionDefinition(transaction, project.id, body.id))
      throw new KnownError('PERMISSION_ID_ALREADY_EXISTS', { permission_id: body.id })
    requireValidContainment(definition, await listPermissionDefinitions(transaction, project.id, scope))

    await insertPermissionDefinition(transaction, project.id, definition)
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'permission_definition.created',
      subject: { type: 'permission_definition', id: body.id },
      details: { scope },
      info,
      at: now(),
    })
  })
  return serializePermissionDefinition(definition)
}

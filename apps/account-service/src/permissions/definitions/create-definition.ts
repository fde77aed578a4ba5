import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissionDefinitions } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { lockProject } from '../../projects/records/index.ts'
import {
  insertPermissionDefinition,
  listPermissionDefinitions,
  lockPermissionDefinition,
  type PermissionScope,
} from '../index.ts'
import { requireDefinitionsSize } from './require-definitions-size.ts'
import { requireValidContainment } from './require-valid-containment.ts'
import { serializePermissionDefinition } from './serialize-definition.ts'

type Create =
  | typeof permissionDefinitions.createTeamPermissionDefinition
  | typeof permissionDefinitions.createProjectPermissionDefinition

export async function createDefinition(
  _services: unknown,
  request: EndpointRequest<Create>,
  scope: PermissionScope,
): Promise<ResponseOf<Create>> {
  const { project, body } = request
  const definition = {
    id: body.id,
    scope,
    description: body.description || null,
    containedPermissionIds: [...new Set(body.contained_permission_ids)],
  }
  await request.transaction(async (transaction) => {
    // Serialized per project, because each definition is validated against all others.
    await lockProject(transaction, project.id)
    if (await lockPermissionDefinition(transaction, project.id, body.id))
      throw new KnownError('PERMISSION_ID_ALREADY_EXISTS', { permission_id: body.id })
    requireValidContainment(definition, await listPermissionDefinitions(transaction, project.id, scope))

    await insertPermissionDefinition(transaction, project.id, definition)
    await requireDefinitionsSize(transaction, project.id)
    await transaction.audit(
      'permission_definition.created',
      { type: 'permission_definition', id: body.id },
      { scope },
    )
  })
  return serializePermissionDefinition(definition)
}

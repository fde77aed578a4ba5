import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissionDefinitions } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { lockProject } from '../../projects/records/index.ts'
import {
  listPermissionDefinitions,
  lockPermissionDefinition,
  type PermissionScope,
  updatePermissionDefinition,
} from '../index.ts'
import { propagateRename } from './propagate-changes.ts'
import { requireDefinitionsSize } from './require-definitions-size.ts'
import { requireValidContainment } from './require-valid-containment.ts'
import { serializePermissionDefinition } from './serialize-definition.ts'

type Update =
  | typeof permissionDefinitions.updateTeamPermissionDefinition
  | typeof permissionDefinitions.updateProjectPermissionDefinition

export async function updateDefinition(
  _services: unknown,
  request: EndpointRequest<Update>,
  scope: PermissionScope,
): Promise<ResponseOf<Update>> {
  const { project, params, body } = request
  const { id } = params
  return await request.transaction(async (transaction) => {
    const locked = await lockProject(transaction, project.id)
    const definitions = await listPermissionDefinitions(transaction, project.id, scope)
    const current = definitions.find((definition) => definition.id === id)
    if (!current || id.startsWith('$')) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: id })
    const newId = body.id ?? id
    if (newId !== id && (await lockPermissionDefinition(transaction, project.id, newId)))
      throw new KnownError('PERMISSION_ID_ALREADY_EXISTS', { permission_id: newId })
    if (body.contained_permission_ids)
      requireValidContainment({ id, containedPermissionIds: body.contained_permission_ids }, definitions)

    const changed = {
      id: newId,
      scope,
      description: body.description === undefined ? current.description : body.description || null,
      containedPermissionIds: [...new Set(body.contained_permission_ids ?? current.containedPermissionIds)],
    }
    await updatePermissionDefinition(transaction, project.id, id, changed)
    if (newId !== id) await propagateRename(transaction, locked, scope, { from: id, to: newId })
    await requireDefinitionsSize(transaction, project.id)
    await transaction.audit(
      'permission_definition.updated',
      { type: 'permission_definition', id },
      { scope, fields: Object.keys(body).join(' '), id: newId },
    )
    return serializePermissionDefinition(changed)
  })
}

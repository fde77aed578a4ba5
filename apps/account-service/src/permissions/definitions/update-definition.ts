import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissionDefinitions } from '@parley/contract/account'
import { recordAudit } from '../../platform/audit/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { lockProject } from '../../projects/index.ts'
import type { Services } from '../../services.ts'
import {
  listPermissionDefinitions,
  lockPermissionDefinition,
  type PermissionScope,
  updatePermissionDefinition,
} from '../index.ts'
import { propagateRename } from './propagate-changes.ts'
import { requireValidContainment } from './require-valid-containment.ts'
import { serializePermissionDefinition } from './serialize-definition.ts'

type Update =
  | typeof permissionDefinitions.updateTeamPermissionDefinition
  | typeof permissionDefinitions.updateProjectPermissionDefinition

export async function updateDefinition(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, actor, params, body, info }: EndpointRequest<Update>,
  scope: PermissionScope,
): Promise<ResponseOf<Update>> {
  const { id } = params
  return await database.transaction().execute(async (transaction) => {
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
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'permission_definition.updated',
      subject: { type: 'permission_definition', id },
      details: { scope, fields: Object.keys(body).join(' '), id: newId },
      info,
      at: now(),
    })
    return serializePermissionDefinition(changed)
  })
}

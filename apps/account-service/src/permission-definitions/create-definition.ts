import { KnownError, type ResponseOf } from '@parley/contract'
import type { permissionDefinitions } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import {
  holdPermissionDefinition,
  insertPermissionDefinition,
  listPermissionDefinitions,
  type PermissionScope,
} from '../permissions/index.ts'
import { lockProject } from '../projects/index.ts'
import type { Services } from '../services.ts'
import { definitionShape } from './definition-shape.ts'
import { requireContained } from './require-contained.ts'

type Create =
  | typeof permissionDefinitions.createTeamPermissionDefinition
  | typeof permissionDefinitions.createProjectPermissionDefinition

export async function createDefinition(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, actor, body, call }: ServedRequest<Create>,
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
    if (await holdPermissionDefinition(transaction, project.id, body.id))
      throw new KnownError('PERMISSION_ID_ALREADY_EXISTS', { permission_id: body.id })
    requireContained(definition, await listPermissionDefinitions(transaction, project.id, scope))

    await insertPermissionDefinition(transaction, project.id, definition)
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'permission_definition.created',
      subject: { type: 'permission_definition', id: body.id },
      details: { scope },
      call,
      at: now(),
    })
  })
  return definitionShape(definition)
}

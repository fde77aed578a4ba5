import { permissions } from '@parley/contract/account'
import type { Database } from '../database/index.ts'

export type PermissionScope = 'team' | 'project'

export interface PermissionDefinition {
  readonly id: string
  readonly scope: PermissionScope
  readonly description: string | null
  readonly containedPermissionIds: readonly string[]
}

const systemDefinitions: readonly PermissionDefinition[] = permissions.systemTeamPermissions.map((id) => ({
  id,
  scope: 'team',
  description: null,
  containedPermissionIds: [],
}))

/** What every project begins with. */
export const firstDefinitions: readonly PermissionDefinition[] = [
  {
    id: 'team_member',
    scope: 'team',
    description: 'What members of a team may do unless they are given more',
    containedPermissionIds: ['$invite_members', '$read_members'],
  },
  {
    id: 'team_admin',
    scope: 'team',
    description: 'Everything in a team',
    containedPermissionIds: [...permissions.systemTeamPermissions],
  },
]

/** Every permission of a scope that a project knows, those of the system included. */
export async function listPermissionDefinitions(
  database: Database,
  projectId: string,
  scope: PermissionScope,
): Promise<PermissionDefinition[]> {
  const rows = await database
    .selectFrom('permission_definitions')
    .select(['id', 'scope', 'description', 'contained_permission_ids'])
    .where('project_id', '=', projectId)
    .where('scope', '=', scope)
    .orderBy('id')
    .execute()
  const own = rows.map((row) => ({
    id: row.id,
    scope: row.scope,
    description: row.description,
    containedPermissionIds: row.contained_permission_ids,
  }))
  return scope === 'team' ? [...systemDefinitions, ...own] : own
}

/** Stores a definition. One of the same id is left as it is. */
export async function insertPermissionDefinition(
  database: Database,
  projectId: string,
  definition: PermissionDefinition,
): Promise<void> {
  await database
    .insertInto('permission_definitions')
    .values({
      project_id: projectId,
      id: definition.id,
      scope: definition.scope,
      description: definition.description,
      contained_permission_ids: [...definition.containedPermissionIds],
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'id']).doNothing())
    .execute()
}

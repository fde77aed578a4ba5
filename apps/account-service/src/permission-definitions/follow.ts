import type { Database } from '../database/index.ts'
import { deleteGrants, type PermissionScope, renameGrants, replaceContained } from '../permissions/index.ts'
import { changeProject, type Project } from '../projects/index.ts'

/** Renames a permission in definitions, grants and project defaults. */
export async function followRename(
  transaction: Database,
  project: Project,
  scope: PermissionScope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await replaceContained(transaction, project.id, from, to)
  await renameGrants(transaction, project.id, scope, { from, to })
  await changeDefaults(transaction, project, (ids) => ids.map((id) => (id === from ? to : id)))
}

/** Removes a permission from definitions, grants and project defaults. */
export async function followRemoval(
  transaction: Database,
  project: Project,
  scope: PermissionScope,
  permissionId: string,
): Promise<void> {
  await replaceContained(transaction, project.id, permissionId, null)
  await deleteGrants(transaction, project.id, scope, permissionId)
  await changeDefaults(transaction, project, (ids) => ids.filter((id) => id !== permissionId))
}

async function changeDefaults(
  transaction: Database,
  { id, config }: Project,
  change: (ids: string[]) => string[],
): Promise<void> {
  await changeProject(transaction, id, {
    config: {
      ...config,
      team_creator_default_permissions: change(config.team_creator_default_permissions),
      team_member_default_permissions: change(config.team_member_default_permissions),
      user_default_permissions: change(config.user_default_permissions),
    },
  })
}

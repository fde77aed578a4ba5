import type { Database } from '../../platform/database/index.ts'
import { type Project, updateProjectRow } from '../../projects/records/index.ts'
import {
  deleteGrantsOfPermission,
  type PermissionScope,
  renameGrants,
  replaceContainedPermission,
} from '../index.ts'

/** Renames a permission in definitions, grants, project defaults and the permissions that members manage. */
export async function propagateRename(
  transaction: Database,
  project: Project,
  scope: PermissionScope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await replaceContainedPermission(transaction, project.id, from, to)
  await renameGrants(transaction, project.id, scope, { from, to })
  await updateProjectPermissions(transaction, project, (ids) => ids.map((id) => (id === from ? to : id)))
}

/** Removes a permission from definitions, grants, project defaults and the permissions that members manage. */
export async function propagateDeletion(
  transaction: Database,
  project: Project,
  scope: PermissionScope,
  permissionId: string,
): Promise<void> {
  await replaceContainedPermission(transaction, project.id, permissionId, null)
  await deleteGrantsOfPermission(transaction, project.id, scope, permissionId)
  await updateProjectPermissions(transaction, project, (ids) => ids.filter((id) => id !== permissionId))
}

async function updateProjectPermissions(
  transaction: Database,
  { id, config, settings }: Project,
  change: (ids: string[]) => string[],
): Promise<void> {
  await updateProjectRow(transaction, id, {
    config: {
      ...config,
      team_creator_default_permissions: change(config.team_creator_default_permissions),
      team_member_default_permissions: change(config.team_member_default_permissions),
      user_default_permissions: change(config.user_default_permissions),
    },
    settings: {
      ...settings,
      member_managed_permissions: change(settings.member_managed_permissions),
    },
  })
}

import type { Migration } from '@parley/server'

/** An administrator of the phone renames the workspace. */
export const administratorsRenameWorkspaces: Migration = {
  name: '0049-administrators-rename-workspaces',
  sql: `
  update permission_definitions
  set contained_permission_ids = array_append(contained_permission_ids, '$update_team')
  where project_id = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94' and id = 'phone_admin'
    and not '$update_team' = any(contained_permission_ids);
`,
}

import type { Migration } from '@parley/server'

/** An administrator of the phone creates and revokes the API keys of the workspace. */
export const administratorsManageApiKeys: Migration = {
  name: '0057-administrators-manage-api-keys',
  sql: `
  update permission_definitions
  set contained_permission_ids = array_append(contained_permission_ids, '$manage_api_keys')
  where project_id = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94' and id = 'phone_admin'
    and not '$manage_api_keys' = any(contained_permission_ids);
`,
}

import type { Migration } from '@parley/server'

/** Phone administrators name others. */
export const memberManagedPermissions: Migration = {
  name: '0039-member-managed-permissions',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"member_managed_permissions": ["phone_admin"]}')::json
  where id = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94';
`,
}

import type { Migration } from '@parley/server'

/** Owners of a workspace name others. An installation that chose other permissions keeps them. */
export const membersNameOwners: Migration = {
  name: '0043-members-name-owners',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"member_managed_permissions": ["phone_admin", "team_admin"]}')::json
  where id = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94'
    and settings::jsonb -> 'member_managed_permissions' = '["phone_admin"]';
`,
}

import type { Migration } from '@parley/server'

/** The teams of the phone are workspaces. */
export const workspacesInEmails: Migration = {
  name: '0050-workspaces-in-emails',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"names_teams_workspaces": true}')::json
  where id = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94';
`,
}

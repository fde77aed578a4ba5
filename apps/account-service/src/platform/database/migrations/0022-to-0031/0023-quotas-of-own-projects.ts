import type { Migration } from '@parley/server'

/** Gives the built-in projects of existing installations the quotas that new ones have. */
export const quotasOfOwnProjects: Migration = {
  name: '0023-quotas-of-own-projects',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"max_teams_per_user": 100, "max_members_per_team": 500,
    "max_contact_channels_per_user": 10, "max_metadata_bytes": 16384}')::json
  where id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94');
`,
}

import type { Migration } from '@parley/server'

/** In the project of the phone, an invited user gets no personal team besides the one of the invitation. */
export const teamsOfInvitedUsers: Migration = {
  name: '0048-teams-of-invited-users',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"invited_users_get_no_team": true}')::json
  where id = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94';
`,
}

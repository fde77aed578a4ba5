import type { Migration } from '@parley/server'

/** The sign-up pages of our own applications ask for the display name. */
export const namesOfOwnProjects: Migration = {
  name: '0030-names-of-own-projects',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"sign_up_asks_name": true}')::json
  where id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94');
`,
}

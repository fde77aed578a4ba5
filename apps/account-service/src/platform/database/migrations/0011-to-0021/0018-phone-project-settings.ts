import type { Migration } from '@parley/server'

/** Updates the phone project of existing installations to its current default settings. */
export const phoneProjectSettings: Migration = {
  name: '0018-strict-phone',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"hides_known_addresses": true, "links_bound_to_browser": true}')::json
  where id = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94';
`,
}

import type { Migration } from '@parley/server'

/** Gives the built-in projects of existing installations the limit of changes that new ones have. */
export const changesPerMinute: Migration = {
  name: '0045-changes-per-minute',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"max_changes_per_minute": 120}')::json
  where id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94');
`,
}

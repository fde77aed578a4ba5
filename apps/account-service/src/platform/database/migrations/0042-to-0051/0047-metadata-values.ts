import type { Migration } from '@parley/server'

/** Gives the built-in projects of existing installations the limit of metadata values that new ones have. */
export const metadataValues: Migration = {
  name: '0047-metadata-values',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"max_metadata_values": 1000}')::json
  where id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94');
`,
}

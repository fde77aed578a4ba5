import type { Migration } from '@parley/server'

/** Gives the built-in projects of existing installations the quota of API keys that new ones have. */
export const apiKeysPerOwner: Migration = {
  name: '0046-api-keys-per-owner',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"max_api_keys_per_owner": 100}')::json
  where id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94');
`,
}

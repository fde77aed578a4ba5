import type { Migration } from '@parley/server'

/** Our own projects reject passwords that are simple to guess. */
export const simplePasswords: Migration = {
  name: '0036-simple-passwords',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"rejects_simple_passwords": true}')::json
  where id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94');
`,
}

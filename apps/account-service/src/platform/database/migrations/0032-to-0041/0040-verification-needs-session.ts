import type { Migration } from '@parley/server'

/** In our own projects, only its signed-in user can verify an address. */
export const verificationNeedsSession: Migration = {
  name: '0040-verification-needs-session',
  sql: `
  update projects
  set settings = (settings::jsonb || '{"verification_needs_session": true}')::json
  where id in ('internal', 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94');
`,
}

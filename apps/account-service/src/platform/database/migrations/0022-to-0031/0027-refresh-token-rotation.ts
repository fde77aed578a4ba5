import type { Migration } from '@parley/server'

/**
 * Sessions whose refresh token is replaced at each use: how often it was, and when last. 0 for all other
 * sessions.
 */
export const refreshTokenRotation: Migration = {
  name: '0027-refresh-token-rotation',
  sql: `
  alter table sessions
    add column rotation integer not null default 0,
    add column rotated_at timestamptz;
`,
}

import type { Migration } from '@parley/server'

/** The session that set a second factor may change it: it has sent a code of it. */
export const sessionOfSecondFactor: Migration = {
  name: '0042-session-of-second-factor',
  sql: `
  alter table user_totp add column set_by_session_id text;
`,
}

import type { Migration } from '@parley/server'

/** The MFA attempt of an authorization code; reuse of the code ends it. */
export const authorizationCodeAttempts: Migration = {
  name: '0013-attempts-of-codes',
  sql: `
  alter table oauth_codes add column attempt_id uuid;
`,
}

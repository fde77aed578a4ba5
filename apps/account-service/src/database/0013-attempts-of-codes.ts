import type { Migration } from '@parley/server'

/** What an authorization code gave where its user has a second factor: an attempt, which a second use ends. */
export const attemptsOfCodes: Migration = {
  name: '0013-attempts-of-codes',
  sql: `
  alter table oauth_codes add column attempt_id uuid;
`,
}

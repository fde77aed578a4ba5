import type { Migration } from '@parley/server'

/**
 * Records which addresses were verified by a request without a session of their user. Nothing is known about
 * those that were added to an account before; primary addresses are mostly those of the sign-up.
 */
export const verifiedWithoutSession: Migration = {
  name: '0032-verified-without-session',
  sql: `
  alter table contact_channels add column verified_without_session boolean not null default false;
  update contact_channels set verified_without_session = true where is_verified and not is_primary;
`,
}

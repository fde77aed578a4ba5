import type { Migration } from '@parley/server'

/** A code for a browser is cancelled only by later codes for the device that requested it. */
export const codeRequesters: Migration = {
  name: '0033-code-requesters',
  sql: 'alter table verification_codes add column requester text;',
}

import type { Migration } from '@parley/server'

/** The time zone of the times in e-mails to a user; null: not known yet. */
export const timeZones: Migration = {
  name: '0058-time-zones',
  sql: 'alter table user_settings add column time_zone text',
}

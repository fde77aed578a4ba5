import type { Migration } from '@parley/server'

/** When each setting of a user was changed: the epoch milliseconds by column. Earlier changes are not in it. */
export const settingsChangedAt: Migration = {
  name: '0050-settings-changed-at',
  sql: "alter table user_settings add column changed_at jsonb not null default '{}'",
}

import type { Migration } from '@parley/server'

/** How long calls ring for a user; null: as long as usual. */
export const ringSeconds: Migration = {
  name: '0041-ring-seconds',
  sql: `alter table user_settings
    add column ring_seconds smallint check (ring_seconds between 10 and 60)`,
}

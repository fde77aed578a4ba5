import type { Migration } from '@parley/server'

/** Tabs that reconnect ask for the calls that have ended meanwhile. */
export const callsByEnd: Migration = {
  name: '0019-calls-by-end',
  sql: 'create index calls_by_end on calls (ended_at) where ended_at is not null',
}

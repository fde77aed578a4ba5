import type { Migration } from '@parley/server'

/** The parked calls of a workspace. */
export const parkedCalls: Migration = {
  name: '0037-parked-calls',
  sql: `create index calls_parked on calls (workspace_id)
    where phase <> 'ended' and state->'parked' is not null`,
}

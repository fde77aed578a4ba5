import type { Migration } from '@parley/server'

const statements = [
  'create sequence queue_places',
  `create index calls_in_queues on calls (workspace_id)
    where phase <> 'ended' and state->'queue' is not null`,
]

/** Callers wait in queues, in the order of their places on all nodes. */
export const queues: Migration = {
  name: '0036-queues',
  sql: statements.join(';\n'),
}

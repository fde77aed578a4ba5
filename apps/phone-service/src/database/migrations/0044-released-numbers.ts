import type { Migration } from '@parley/server'

const statements = [
  `create table released_numbers (
    number text primary key,
    released_at timestamptz not null
  )`,
  'create index released_numbers_by_time on released_numbers (released_at)',
]

/** The numbers of the simulated telephone network whose user has left the workspace, which others may get. */
export const releasedNumbers: Migration = {
  name: '0044-released-numbers',
  sql: statements.join(';\n'),
}

import type { Migration } from '@parley/server'

const statements = [
  "alter table calls add column number_keys text[] not null default '{}'",
  `update calls set number_keys = array(select workspace_id || ' ' || number from unnest(numbers) as number)
    where numbers <> '{}'`,
  'create index calls_by_number_key on calls using gin (number_keys)',
  'drop index calls_by_number',
]

/**
 * Calls are found by the workspace and a number together: an index of both apart reads all calls of the workspace for
 * each number.
 */
export const callNumberKeys: Migration = { name: '0073-call-number-keys', sql: statements.join(';\n') }

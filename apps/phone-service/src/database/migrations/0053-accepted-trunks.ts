import type { Migration } from '@parley/server'

const statements = [
  'alter table trunks add column accepted_at timestamptz',
  `update trunks set accepted_at = now()
    where id in (select trunk_id from trunk_leases where state->>'status' = 'registered')`,
]

/** When the registrar of a trunk has accepted its user name and password. */
export const acceptedTrunks: Migration = {
  name: '0053-accepted-trunks',
  sql: statements.join(';\n'),
}

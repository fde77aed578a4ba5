import type { Migration } from '@parley/server'

const statements = [
  'alter table nodes add column epoch integer not null default 0',
  'alter table calls add column epoch integer not null default 0',
  'alter table calls add column version integer not null default 0',
  'alter table trunks add column revision uuid not null default gen_random_uuid()',
  `create table trunk_leases (
    trunk_id uuid primary key references trunks on delete cascade,
    node_id uuid not null,
    epoch integer not null,
    state jsonb
  )`,
]

/** Several nodes share the calls and trunks of a database. */
export const severalNodes: Migration = {
  name: '0015-several-nodes',
  sql: statements.join(';\n'),
}

import type { Migration } from '@parley/server'

const statements = [
  `create table trunk_addresses (
    trunk_id uuid not null references trunks on delete cascade,
    address text not null,
    primary key (trunk_id, address)
  )`,
  'create index trunk_addresses_by_address on trunk_addresses (address)',
  'alter table trunks add column allows_short_numbers boolean not null default false',
  'alter table calling_limits add column caller_name text',
]

/** The IP addresses that the trunks use, short numbers on trunks, and the display name of outgoing calls. */
export const trunkTenancy: Migration = { name: '0005-trunk-tenancy', sql: statements.join(';\n') }

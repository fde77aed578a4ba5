import type { Migration } from '@parley/server'

const statements = [
  `create table price_tables (
    workspace_id uuid primary key,
    currency text not null,
    row_count integer not null,
    updated_at timestamptz not null
  )`,
  `create table prices (
    workspace_id uuid not null references price_tables on delete cascade,
    prefix text not null,
    name text not null,
    per_minute_micros bigint not null,
    setup_fee_micros bigint not null,
    first_seconds integer not null,
    increment_seconds integer not null,
    primary key (workspace_id, prefix)
  )`,
]

/** The prices of calls, by the beginning of the called number. */
export const priceTables: Migration = {
  name: '0023-price-tables',
  sql: statements.join(';\n'),
}

import type { Migration } from '@parley/server'

const statements = [
  'alter table calling_limits add column home_country_chosen boolean not null default false',
  `create table emergency_routes (
    workspace_id uuid primary key,
    trunk_id uuid not null references trunks on delete cascade,
    address text not null,
    test_number text not null
  )`,
]

/** The home country that an administrator chose, and the route of emergency calls. */
export const emergencyRoutes: Migration = {
  name: '0025-emergency-routes',
  sql: statements.join(';\n'),
}

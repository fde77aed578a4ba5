import type { Migration } from '@parley/server'

const statements = [
  `create table blocked_numbers (
    id uuid primary key,
    workspace_id uuid not null,
    scope text not null,
    number text not null,
    blocked_by uuid not null,
    blocked_by_name text,
    created_at timestamptz not null
  )`,
  'create unique index blocked_numbers_by_number on blocked_numbers (workspace_id, number, scope)',
  `create table anonymous_callers (
    workspace_id uuid primary key,
    are_blocked boolean not null
  )`,
]

/** Calls from blocked numbers, and those from withheld numbers if the workspace wants it, do not ring. */
export const blockedCallers: Migration = {
  name: '0026-blocked-callers',
  sql: statements.join(';\n'),
}

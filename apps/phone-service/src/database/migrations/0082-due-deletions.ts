import type { Migration } from '@parley/server'

const statements = [
  `create table due_deletions (
    id uuid primary key,
    user_id uuid not null,
    workspace_id uuid,
    until timestamptz,
    due_at timestamptz not null
  )`,
  'create index due_deletions_by_due_time on due_deletions (due_at)',
]

/** Data of former members and of claimed accounts that is being deleted. */
export const dueDeletions: Migration = {
  name: '0082-due-deletions',
  sql: statements.join(';\n'),
}

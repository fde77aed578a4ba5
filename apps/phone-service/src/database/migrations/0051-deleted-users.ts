import type { Migration } from '@parley/server'

const statements = [
  `create table deleted_users (
    user_id uuid primary key,
    deleted_at timestamptz not null,
    due_at timestamptz not null
  )`,
  'create index deleted_users_by_due_time on deleted_users (due_at)',
]

/** The deleted users for whom something may still write data. */
export const deletedUsers: Migration = {
  name: '0051-deleted-users',
  sql: statements.join(';\n'),
}

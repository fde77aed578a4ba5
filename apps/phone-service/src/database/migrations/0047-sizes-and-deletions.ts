import type { Migration } from '@parley/server'

const statements = [
  'alter table contacts add column size_bytes integer not null default 0',
  `update contacts set size_bytes =
    octet_length(name) + octet_length(company) + octet_length(role) + octet_length(notes)
    + octet_length(phones::text) + octet_length(emails::text) + octet_length(array_to_string(tags, ''))
    + octet_length(search_text) + octet_length(sort_key)`,
  'alter table contacts alter column size_bytes drop default',
  'create index contacts_by_workspace on contacts (workspace_id) include (size_bytes)',
  "create index private_contacts_by_owner on contacts (owner_user_id) where visibility = 'private'",
  `create table deleted_workspaces (
    workspace_id uuid primary key,
    deleted_at timestamptz not null,
    due_at timestamptz not null
  )`,
  'create index deleted_workspaces_by_due_time on deleted_workspaces (due_at)',
]

/**
 * The size of each contact, for the quota of a workspace: notes are compressed, so their space does not show it. The
 * workspaces whose data is still being deleted.
 */
export const sizesAndDeletions: Migration = {
  name: '0047-sizes-and-deletions',
  sql: statements.join(';\n'),
}

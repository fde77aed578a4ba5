import type { Migration } from '@parley/server'

const statements = [
  'alter table contacts add column size_bytes integer not null default 0',
  `update contacts set size_bytes =
    octet_length(name) + octet_length(company) + octet_length(role) + octet_length(notes)
    + octet_length(phones::text) + octet_length(emails::text) + octet_length(array_to_string(tags, ''))
    + octet_length(search_text) + octet_length(sort_key)`,
  'alter table contacts alter column size_bytes drop default',
  'create index contacts_by_workspace on contacts (workspace_id) include (size_bytes)',
]

/** The size of each contact, for the quota of a workspace: notes are compressed, so their space does not show it. */
export const contactSizes: Migration = {
  name: '0047-contact-sizes',
  sql: statements.join(';\n'),
}

import type { Migration } from '@parley/server'

const statements = [
  `create table contact_fields (
    id uuid primary key,
    workspace_id uuid not null,
    name text not null,
    key text not null,
    type text not null check (type in ('text', 'number', 'date', 'choice', 'link', 'checkbox')),
    choices jsonb not null,
    is_archived boolean not null,
    position integer not null
  )`,
  'create unique index contact_fields_by_key on contact_fields (workspace_id, key)',
  "alter table contacts add column custom_values jsonb not null default '{}'",
]

/** The custom fields of contacts, and their values by the id of the field. */
export const customFields: Migration = { name: '0060-custom-fields', sql: statements.join(';\n') }

import type { Migration } from '@parley/server'

const statements = [
  `create table contact_imports (
    id uuid primary key,
    workspace_id uuid not null,
    user_id uuid not null,
    status text not null check (status in ('draft', 'running', 'done', 'failed', 'undone')),
    file_name text not null,
    file_bytes integer not null,
    format text not null,
    encoding text not null,
    delimiter text,
    has_header boolean not null,
    row_count integer not null,
    columns jsonb not null,
    labels jsonb not null,
    visibility text not null check (visibility in ('shared', 'private')),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    attempts integer not null default 0,
    progress integer not null default 0,
    counts jsonb,
    failure text,
    undo_bytes bigint not null default 0,
    undoable_until timestamptz,
    undone jsonb
  )`,
  "create unique index open_contact_imports on contact_imports (user_id) where status in ('draft', 'running')",
  'create index contact_imports_by_user on contact_imports (user_id, created_at)',
  'create index contact_imports_by_workspace on contact_imports (workspace_id)',
  'create index contact_imports_by_end on contact_imports (expires_at)',
  "create index running_contact_imports on contact_imports (created_at) where status = 'running'",
  `create table contact_import_parts (
    import_id uuid not null references contact_imports on delete cascade,
    position integer not null,
    content bytea not null,
    primary key (import_id, position)
  )`,
  'alter table contact_import_parts alter column content set storage external',
  `create table contact_import_changes (
    import_id uuid not null references contact_imports on delete cascade,
    contact_id uuid not null,
    version integer not null,
    fields_before jsonb,
    primary key (import_id, contact_id)
  )`,
]

/** Imports of contacts: their files until they run, and what undoes them. */
export const contactImports: Migration = { name: '0056-contact-imports', sql: statements.join(';\n') }

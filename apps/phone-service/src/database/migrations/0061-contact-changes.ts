import type { Migration } from '@parley/server'

const statements = [
  `create table contact_keys (
    contact_id uuid not null references contacts on delete cascade,
    kind text not null check (kind in ('number', 'email', 'name')),
    key text not null,
    workspace_id uuid not null,
    scope text not null,
    is_repeated boolean not null default false,
    is_dismissed boolean not null default false,
    primary key (contact_id, kind, key)
  )`,
  `insert into contact_keys (contact_id, kind, key, workspace_id, scope)
    select id, kind, key, workspace_id, case visibility when 'shared' then '' else owner_user_id::text end
    from contacts,
      lateral (
        select 'number' as kind, phone ->> 'number' as key from jsonb_array_elements(phones) phone
        union
        select 'email', lower(email ->> 'address') from jsonb_array_elements(emails) email
        union
        select 'name', string_agg(word, ' ' order by word collate "C")
        from unnest(string_to_array(sort_key, ' ')) word
      ) keys
    where key <> ''`,
  'create index contact_keys_by_key on contact_keys (workspace_id, kind, key)',
  `update contact_keys set is_repeated = true
    from (select workspace_id, kind, key from contact_keys group by 1, 2, 3 having count(*) > 1) repeated
    where contact_keys.workspace_id = repeated.workspace_id
      and contact_keys.kind = repeated.kind
      and contact_keys.key = repeated.key`,
  `create index repeated_contact_keys on contact_keys (workspace_id, kind, key)
    include (scope, contact_id, is_dismissed) where is_repeated`,
  `create table contact_changes (
    id uuid primary key,
    workspace_id uuid not null,
    user_id uuid not null,
    kind text not null check (kind in ('merge', 'deletion')),
    is_private boolean not null,
    names jsonb not null,
    contact_count integer not null,
    size_bytes bigint not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index contact_changes_by_workspace on contact_changes (workspace_id, created_at)',
  'create index contact_changes_by_user on contact_changes (user_id)',
  'create index contact_changes_by_end on contact_changes (expires_at)',
  `create table contact_change_items (
    change_id uuid not null references contact_changes on delete cascade,
    contact_id uuid not null,
    version integer,
    contact_before jsonb not null,
    primary key (change_id, contact_id)
  )`,
]

/** The keys that contacts have in common with others, and the data that undoes merges and deletions. */
export const contactChanges: Migration = { name: '0061-contact-changes', sql: statements.join(';\n') }

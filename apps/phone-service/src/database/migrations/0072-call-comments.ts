import type { Migration } from '@parley/server'

const statements = [
  `create table call_comments (
    id uuid primary key,
    call_id uuid not null references calls on delete cascade,
    workspace_id uuid not null,
    user_id uuid not null,
    user_name text,
    text text not null,
    created_at timestamptz not null,
    edited_at timestamptz,
    search_text text not null
  )`,
  'create index call_comments_by_call on call_comments (call_id, created_at, id)',
  // The operators of trigrams may be in any schema.
  `select set_config('search_path', current_setting('search_path') || ',' || quote_ident(nspname), true)
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`,
  'create index call_comments_by_text on call_comments using gin (workspace_id, search_text gin_trgm_ops)',
]

/** Members comment on calls. */
export const callComments: Migration = { name: '0072-call-comments', sql: statements.join(';\n') }

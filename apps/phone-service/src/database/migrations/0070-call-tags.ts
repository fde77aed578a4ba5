import type { Migration } from '@parley/server'

const statements = [
  "alter table calls add column tags text[] not null default '{}', add column tag_keys text[] not null default '{}'",
  'create index calls_by_tag on calls using gin (workspace_id, tag_keys)',
  "create index calls_with_tags on calls (workspace_id, started_at desc, id desc) where tags <> '{}'",
]

/** Members tag calls, and find them by their tags. */
export const callTags: Migration = { name: '0070-call-tags', sql: statements.join(';\n') }

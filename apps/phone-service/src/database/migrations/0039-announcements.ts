import type { Migration } from '@parley/server'

const statements = [
  `create table announcements (
    id uuid primary key,
    workspace_id uuid not null,
    name text not null,
    duration_ms integer not null,
    audio bytea not null,
    created_at timestamptz not null,
    created_by_name text,
    unique (workspace_id, id)
  )`,
  `create table announcement_replacements (
    workspace_id uuid not null,
    name text not null,
    announcement_id uuid not null,
    primary key (workspace_id, name),
    foreign key (workspace_id, announcement_id) references announcements (workspace_id, id)
  )`,
  `create index announcement_replacements_by_announcement
    on announcement_replacements (workspace_id, announcement_id)`,
  `create table announcements_in_routing (
    workspace_id uuid not null,
    announcement_id uuid not null,
    primary key (workspace_id, announcement_id),
    foreign key (workspace_id, announcement_id) references announcements (workspace_id, id)
  )`,
  `create table greetings (
    user_id uuid primary key,
    duration_ms integer not null,
    audio bytea not null,
    created_at timestamptz not null
  )`,
]

/** Announcements of workspaces, and greetings of users. Audio is a WAV file, 16-bit mono PCM. */
export const announcements: Migration = {
  name: '0039-announcements',
  sql: statements.join(';\n'),
}

import type { Migration } from '@parley/server'

const statements = [
  `create table routing_configurations (
    workspace_id uuid primary key,
    version integer not null,
    configuration jsonb not null,
    updated_at timestamptz not null
  )`,
  `create table group_turns (
    workspace_id uuid not null,
    group_id uuid not null,
    user_id uuid not null,
    primary key (workspace_id, group_id)
  )`,
  `create index calls_answered_by_user on calls (workspace_id, user_id, ended_at desc)
    where ended_at is not null and answered_at is not null`,
  `alter table user_settings
    add column do_not_disturb text not null default 'off' check (do_not_disturb in ('off', 'on')),
    add column do_not_disturb_until timestamptz`,
]

/** Incoming calls ring as the workspace has configured, and not for users who do not want to be disturbed. */
export const routing: Migration = {
  name: '0030-routing',
  sql: statements.join(';\n'),
}

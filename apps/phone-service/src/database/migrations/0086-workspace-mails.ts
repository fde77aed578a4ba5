import type { Migration } from '@parley/server'

const statements = [
  `create table mail_servers (
    workspace_id uuid primary key,
    host text not null,
    port integer not null check (port between 1 and 65535),
    security text not null check (security in ('tls', 'starttls', 'none')),
    username text,
    password_encrypted text,
    sender_name text not null,
    sender_address text not null,
    reply_to text,
    changed_at timestamptz not null,
    check (security <> 'none' or password_encrypted is null)
  )`,
  `create table workspace_mails (
    id uuid primary key,
    workspace_id uuid not null,
    user_id uuid not null,
    kind text not null check (kind in ('missed-calls')),
    recipient text not null,
    subject text not null,
    content_encrypted text,
    state text not null default 'waiting' check (state in ('waiting', 'accepted', 'failed')),
    attempts integer not null default 0,
    created_at timestamptz not null,
    due_at timestamptz not null,
    leased_until timestamptz,
    problem text,
    reply text
  )`,
  'create index workspace_mails_by_time on workspace_mails (workspace_id, created_at desc, id desc)',
  'create index workspace_mails_by_age on workspace_mails (created_at)',
  "create index workspace_mails_due on workspace_mails (due_at) where state = 'waiting'",
  "create index workspace_mails_waiting on workspace_mails (workspace_id) where state = 'waiting'",
  'create index workspace_mails_by_user on workspace_mails (user_id)',
]

/** A workspace sends its e-mails through its own server. */
export const workspaceMails: Migration = { name: '0086-workspace-mails', sql: statements.join(';\n') }

import type { Migration } from '@parley/server'

export const auditLog: Migration = {
  name: '0006-audit-log',
  sql: `
  -- The tables of the audit log in packages/server, as the account service has them.
  create table audit_entries (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    project_id text,
    actor_type text not null,
    actor_id text,
    action text not null,
    outcome text not null check (outcome in ('success', 'failure', 'denied')),
    subject_type text,
    subject_id text,
    ip text,
    user_agent text,
    request_id text,
    details json not null,
    position bigint,
    hash bytea
  );

  create index audit_entries_unchained on audit_entries (id) where position is null;
  create unique index audit_entries_position on audit_entries (position);
  create index audit_entries_at on audit_entries (at);

  create table audit_ends (
    which text primary key check (which in ('first', 'last')),
    position bigint not null,
    hash bytea not null,
    signature bytea not null
  );

  create table audit_checkpoints (
    position bigint primary key,
    hash bytea not null,
    signature bytea not null,
    at timestamptz not null
  );

  -- Links to audio that were used, so that the first use alone is audited: a player sends many requests.
  create table used_audio_links (
    signature text not null,
    action text not null,
    expires_at timestamptz not null,
    primary key (signature, action)
  );
`,
}

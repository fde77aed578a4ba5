import type { Migration } from '@parley/server'

export const auditChain: Migration = {
  name: '0009-audit-chain',
  sql: `
  -- Its place in the chain, and a keyed hash over it and the hash before it. Both are null for a moment after it is written.
  alter table audit_entries add column position bigint, add column hash bytea;

  create index audit_entries_unchained on audit_entries (id) where position is null;

  create unique index audit_entries_position on audit_entries (position);

  create index audit_entries_at on audit_entries (at);

  -- Where the chain began and ends; signed, so that neither end can be cut off unseen.
  create table audit_ends (
    which text primary key check (which in ('first', 'last')),
    position bigint not null,
    hash bytea not null,
    signature bytea not null
  );

  -- The end of the chain as it was at some moments, to hold against a later one.
  create table audit_checkpoints (
    position bigint primary key,
    hash bytea not null,
    signature bytea not null,
    at timestamptz not null
  );
`,
}

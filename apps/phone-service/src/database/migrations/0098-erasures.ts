import type { Migration } from '@parley/server'

const statements = [
  'alter table calls add column erased_at timestamptz',
  `create table erasures (
    id uuid primary key,
    workspace_id uuid not null,
    subject text not null check (subject in ('number', 'user')),
    subject_encrypted text,
    fingerprint text not null,
    last_digits text,
    requested_by uuid not null,
    requested_by_name text,
    requested_at timestamptz not null,
    due_at timestamptz not null,
    attempts integer not null default 0,
    problem text,
    counts jsonb not null default '{}',
    completed_at timestamptz,
    check ((subject_encrypted is null) = (completed_at is not null))
  )`,
  'create index erasures_by_workspace on erasures (workspace_id, requested_at desc, id)',
  'create index erasures_due on erasures (due_at) where completed_at is null',
  'create unique index running_erasures on erasures (workspace_id, fingerprint) where completed_at is null',
  `create table erasure_calls (
    erasure_id uuid not null references erasures on delete cascade,
    call_id uuid not null references calls on delete cascade,
    is_erased boolean not null default false,
    primary key (erasure_id, call_id)
  )`,
  'create index erasure_calls_by_call on erasure_calls (call_id)',
]

/** An administrator erases the data of a number or of a former member. */
export const erasures: Migration = { name: '0098-erasures', sql: statements.join(';\n') }

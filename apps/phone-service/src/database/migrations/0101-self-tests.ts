import type { Migration } from '@parley/server'

const statements = [
  `create table self_test_runs (
    workspace_id uuid primary key,
    id uuid not null,
    ends_at timestamptz not null,
    finished_at timestamptz
  )`,
  `create table self_test_results (
    workspace_id uuid not null,
    part text not null
      check (part in ('trunk', 'keypad', 'mail', 'storage', 'transcription', 'analysis')),
    trunk_id uuid references trunks on delete cascade,
    run_id uuid not null,
    state text not null check (state in ('running', 'passed', 'failed')),
    problem jsonb,
    detail text check (length(detail) <= 500),
    result text check (length(result) <= 500),
    took_ms integer,
    fingerprint text,
    tested_at timestamptz not null,
    tested_by uuid,
    tested_by_name text,
    unique nulls not distinct (workspace_id, part, trunk_id)
  )`,
  'create index self_test_results_by_trunk on self_test_results (trunk_id) where trunk_id is not null',
  'create index self_test_results_by_user on self_test_results (tested_by) where tested_by is not null',
  `create table test_calls (
    workspace_id uuid primary key,
    id uuid not null,
    number text not null,
    callers text[] not null,
    expires_at timestamptz not null,
    claimed_at timestamptz,
    digits text check (length(digits) <= 50)
  )`,
]

/** An administrator tests every part of the phone. */
export const selfTests: Migration = { name: '0101-self-tests', sql: statements.join(';\n') }

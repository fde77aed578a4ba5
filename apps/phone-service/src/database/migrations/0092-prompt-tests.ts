import type { Migration } from '@parley/server'

const statements = [
  `create table prompt_test_runs (
    id uuid primary key,
    workspace_id uuid not null,
    text text not null,
    output_fields jsonb not null,
    purpose text not null check (purpose in ('test', 'references')),
    version integer,
    requested_by uuid not null,
    requested_by_name text,
    requested_at timestamptz not null,
    cancelled_at timestamptz
  )`,
  'create index prompt_test_runs_by_workspace on prompt_test_runs (workspace_id, requested_at desc)',
  'create index prompt_test_runs_by_time on prompt_test_runs (requested_at)',
  `create table prompt_test_results (
    id uuid primary key,
    run_id uuid not null references prompt_test_runs on delete cascade,
    call_id uuid not null references transcriptions on delete cascade,
    workspace_id uuid not null,
    number integer not null,
    prompt text not null check (prompt in ('draft', 'published')),
    state text not null check (state in ('waiting', 'done', 'failed')),
    attempts integer not null default 0,
    unended_attempts integer not null default 0,
    due_at timestamptz not null,
    leased_by uuid,
    leased_until timestamptz,
    problem text,
    model text,
    host text,
    completed_at timestamptz,
    took_ms integer,
    input_tokens bigint,
    output_tokens bigint,
    statements jsonb not null default '[]',
    action_items jsonb not null default '[]',
    field_values jsonb not null default '[]',
    unique (run_id, call_id, prompt)
  )`,
  'create index prompt_test_results_by_call on prompt_test_results (call_id)',
  `create index prompt_test_results_waiting on prompt_test_results (workspace_id, due_at) where state = 'waiting'`,
  `create table reference_calls (
    call_id uuid primary key references transcriptions on delete cascade,
    workspace_id uuid not null,
    expected jsonb not null,
    changed_at timestamptz not null,
    changed_by uuid not null,
    changed_by_name text
  )`,
  'create index reference_calls_by_workspace on reference_calls (workspace_id, changed_at)',
]

/** A prompt is tested on calls before it is published. */
export const promptTests: Migration = { name: '0092-prompt-tests', sql: statements.join(';\n') }

import type { Migration } from '@parley/server'

const statements = [
  `create table call_analyses (
    id uuid primary key,
    call_id uuid not null references transcriptions on delete cascade,
    workspace_id uuid not null,
    version integer not null,
    requested_by uuid,
    requested_by_name text,
    requested_at timestamptz not null,
    state text not null check (state in ('waiting', 'done', 'failed')),
    attempts integer not null default 0,
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
    field_values jsonb not null default '[]'
  )`,
  'create index call_analyses_by_call on call_analyses (call_id, requested_at desc)',
  `create index call_analyses_waiting on call_analyses (due_at) where state = 'waiting'`,
  `create unique index call_analyses_unfinished on call_analyses (call_id) where state = 'waiting'`,
]

/** A model analyses the transcripts of calls. */
export const callAnalyses: Migration = { name: '0084-call-analyses', sql: statements.join(';\n') }

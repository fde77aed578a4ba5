import type { Migration } from '@parley/server'

const statements = [
  `create table call_metrics (
    call_id uuid primary key references calls on delete cascade,
    workspace_id uuid not null,
    state text not null,
    due_at timestamptz not null,
    attempts integer not null default 0,
    metrics jsonb,
    computed_at timestamptz
  )`,
  "create index call_metrics_by_due_time on call_metrics (due_at desc) where state = 'waiting'",
  `insert into call_metrics (call_id, workspace_id, state, due_at)
    select id, workspace_id, 'waiting', ended_at from calls where ended_at is not null and exists (
      select from recordings where call_id = calls.id and deleted_at is null)`,
]

/** Numbers are computed from the audio of each recorded call, once. */
export const callMetrics: Migration = { name: '0074-call-metrics', sql: statements.join(';\n') }

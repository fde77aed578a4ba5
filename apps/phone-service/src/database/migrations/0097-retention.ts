import type { Migration } from '@parley/server'

const statements = [
  `create table retention_periods (
    workspace_id uuid primary key,
    recording_days integer check (recording_days between 1 and 3650),
    voicemail_days integer check (voicemail_days between 1 and 3650),
    transcript_days integer check (transcript_days between 1 and 3650),
    call_days integer check (call_days between 1 and 3650),
    due_at timestamptz not null
  )`,
  'create index retention_periods_due on retention_periods (due_at)',
  'create index calls_by_age on calls (workspace_id, ended_at)',
]

/** An administrator chooses how long the data of calls is stored. */
export const retention: Migration = { name: '0097-retention', sql: statements.join(';\n') }

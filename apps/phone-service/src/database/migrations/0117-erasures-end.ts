import type { Migration } from '@parley/server'

const statements = [
  'alter table call_refusals add column number text, add column line text',
  'create index call_refusals_by_number on call_refusals (workspace_id, number) where number is not null',
  'create index call_refusals_by_line on call_refusals (workspace_id, line) where line is not null',
  'create index call_refusals_to_convert on call_refusals (workspace_id, id) where line is null',
  'create index call_refusals_by_time on call_refusals (at)',
  `create table erasure_mentions (
    erasure_id uuid not null references erasures on delete cascade,
    call_id uuid not null references calls on delete cascade,
    failed_at timestamptz not null,
    primary key (erasure_id, call_id)
  )`,
  'create index erasure_mentions_by_call on erasure_mentions (call_id)',
]

/** Rejected calls are found by their number without reading all, and an erasure continues when a call retains the number. */
export const erasuresEnd: Migration = { name: '0117-erasures-end', sql: statements.join(';\n') }

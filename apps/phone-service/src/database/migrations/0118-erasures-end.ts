import type { Migration } from '@parley/server'

const statements = [
  'create index call_refusals_by_number on call_refusals (workspace_id, number) where number is not null',
  'create index call_refusals_by_line on call_refusals (workspace_id, line) where line is not null',
  'create index call_refusals_to_convert on call_refusals (workspace_id, id) where line is null',
  'create index call_refusals_by_time on call_refusals (at)',
  `alter table erasures add column outcome text, add column searched_start timestamptz, add column searched_id uuid,
    add column has_searched boolean not null default false`,
  `create table erasure_mentions (
    erasure_id uuid not null references erasures on delete cascade,
    call_id uuid not null references calls on delete cascade,
    failed_at timestamptz,
    primary key (erasure_id, call_id)
  )`,
  'create index erasure_mentions_by_call on erasure_mentions (call_id)',
]

/** Rejected calls are found without reading all, and erasures search the calls once, also when some of them cannot change. */
export const erasuresEnd: Migration = { name: '0118-erasures-end', sql: statements.join(';\n') }

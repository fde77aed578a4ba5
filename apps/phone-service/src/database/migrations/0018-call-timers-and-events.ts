import type { Migration } from '@parley/server'

const statements = [
  `create table call_timers (
    call_id uuid not null references calls on delete cascade,
    name text not null,
    node_id uuid not null,
    epoch integer not null,
    due_at timestamptz not null,
    data jsonb not null,
    primary key (call_id, name)
  )`,
  'create index call_timers_by_node on call_timers (node_id, epoch, due_at)',
  `create table call_events (
    call_id uuid not null references calls on delete cascade,
    number integer not null,
    at timestamptz not null,
    type text not null,
    data jsonb not null,
    primary key (call_id, number)
  )`,
  'alter table calls add column event_number integer not null default 0',
  'alter table calls add column engine_event_number integer not null default 0',
]

/** The timers of active calls, and the events that have changed calls. */
export const callTimersAndEvents: Migration = {
  name: '0018-call-timers-and-events',
  sql: statements.join(';\n'),
}

import type { Migration } from '@parley/server'

const statements = [
  `create table daily_limits (
    workspace_id uuid primary key,
    minutes_per_day integer,
    spend_per_day integer,
    time_zone text not null
  )`,
  `create table call_charges (
    leg_id uuid primary key,
    call_id uuid not null references calls on delete cascade,
    workspace_id uuid not null,
    user_id uuid,
    number text not null,
    country text,
    day text not null,
    currency text,
    per_minute_micros bigint,
    setup_fee_micros bigint,
    first_seconds integer,
    increment_seconds integer,
    reserved_seconds integer not null,
    seconds integer,
    cost_micros bigint not null
  )`,
  'create index call_charges_by_call on call_charges (call_id)',
  'create index call_charges_by_day on call_charges (workspace_id, day)',
  // Contains all that the sums of usage read, because the rows of calls are wide.
  `create index calls_by_usage on calls (workspace_id, started_at)
    include (user_id, user_name, country, direction, answered_at, ended_at, end_reason, phase)`,
]

/** The cost of each dialled number, and the limits of minutes and money per day. */
export const callCharges: Migration = {
  name: '0024-call-charges',
  sql: statements.join(';\n'),
}

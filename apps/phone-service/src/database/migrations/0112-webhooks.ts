import type { Migration } from '@parley/server'

const statements = [
  `create table webhook_endpoints (
    id uuid primary key,
    workspace_id uuid not null,
    configured_by uuid not null,
    url text not null check (length(url) <= 2000),
    description text not null check (length(description) <= 200),
    event_types text[] not null,
    disabled_reason text check (disabled_reason in ('administrator', 'failing', 'gone')),
    disabled_at timestamptz,
    failing_since timestamptz,
    problem text,
    problem_status integer,
    secret_encrypted text not null,
    previous_secret_encrypted text,
    previous_secret_ends_at timestamptz,
    created_at timestamptz not null,
    check ((disabled_reason is null) = (disabled_at is null))
  )`,
  'create index webhook_endpoints_by_workspace on webhook_endpoints (workspace_id)',
  `create table webhook_events (
    id text primary key,
    workspace_id uuid not null,
    call_id uuid references calls on delete cascade,
    type text not null,
    happened_at timestamptz not null,
    payload json not null,
    body text,
    created_at timestamptz not null
  )`,
  'create index webhook_events_by_workspace on webhook_events (workspace_id, created_at)',
  'create index webhook_events_by_call on webhook_events (call_id)',
  'create index webhook_events_by_age on webhook_events (created_at)',
  `create table webhook_deliveries (
    id uuid primary key,
    number bigint generated always as identity,
    endpoint_id uuid not null references webhook_endpoints on delete cascade,
    event_id text not null references webhook_events on delete cascade,
    call_id uuid,
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
    attempts integer not null default 0,
    due_at timestamptz not null,
    leased_until timestamptz,
    created_at timestamptz not null,
    last_attempts jsonb not null default '[]',
    unique (event_id, endpoint_id)
  )`,
  'create index webhook_deliveries_by_number on webhook_deliveries (endpoint_id, number desc)',
  "create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where state = 'waiting'",
  "create index webhook_deliveries_by_due_time on webhook_deliveries (due_at) where state = 'waiting'",
  `create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, call_id, number)
    where state = 'waiting'`,
]

/** The webhooks of workspaces, the events about their calls, and the deliveries of these. */
export const webhooks: Migration = { name: '0112-webhooks', sql: statements.join(';\n') }

import type { Migration } from '@parley/server'

export const webhookTables: Migration = {
  name: '0007-webhooks',
  sql: `
  -- Addresses that are told what happens. Secrets are sealed; the previous one signs too until it ends.
  create table webhook_endpoints (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    url text not null,
    description text not null,
    event_types text[],
    is_enabled boolean not null,
    sealed_secret text not null,
    sealed_previous_secret text,
    previous_secret_ends_at timestamptz,
    created_at timestamptz not null
  );

  create index webhook_endpoints_project on webhook_endpoints (project_id, created_at);

  -- One event for one address. Written together with the event, by the statement that notes it.
  create table webhook_deliveries (
    id uuid primary key default gen_random_uuid(),
    endpoint_id uuid not null references webhook_endpoints on delete cascade,
    event_id text not null references webhook_events on delete cascade,
    state text not null default 'pending' check (state in ('pending', 'delivered', 'parked')),
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    created_at timestamptz not null,
    unique (endpoint_id, event_id)
  );

  create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';

  create index webhook_deliveries_due_to on webhook_deliveries (endpoint_id, next_attempt_at) where state = 'pending';

  create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, created_at desc, id);

  create index webhook_deliveries_event on webhook_deliveries (event_id);

  create table webhook_attempts (
    id bigint generated always as identity primary key,
    delivery_id uuid not null references webhook_deliveries on delete cascade,
    at timestamptz not null,
    duration_ms integer not null,
    status integer,
    error text
  );

  create index webhook_attempts_delivery on webhook_attempts (delivery_id, id desc);

  create index webhook_events_age on webhook_events (created_at);
`,
}

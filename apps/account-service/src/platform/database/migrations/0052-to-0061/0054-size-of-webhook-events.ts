import type { Migration } from '@parley/server'

/** The events of a project have a quota, and those of one user or team a smaller one. */
export const sizeOfWebhookEvents: Migration = {
  name: '0054-size-of-webhook-events',
  sql: `
  -- The user or team whose newer events replace this one; null for all other events.
  alter table webhook_events add column subject text;

  -- With an estimate for the rows of the event, its deliveries and their attempts.
  alter table webhook_events add column size integer generated always as (octet_length(data::text) + 1000) stored;

  drop index webhook_events_project;

  create index webhook_events_project on webhook_events (project_id, created_at) include (size);

  create index webhook_events_subject on webhook_events (project_id, subject, created_at desc, id) include (size)
  where subject is not null;
`,
}

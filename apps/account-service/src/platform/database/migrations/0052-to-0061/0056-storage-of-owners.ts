import type { Migration } from '@parley/server'

/** Limits of the storage that all projects of one owner use together. */
export const storageOfOwners: Migration = {
  name: '0056-storage-of-owners',
  sql: `
  -- The owner of the project when the message was stored, or the project when it had none; null for older messages.
  alter table ai_messages add column owner_id text;

  -- With an estimate for the row.
  alter table ai_messages add column size integer generated always as (octet_length(message::text) + 1000) stored;

  create index ai_messages_owner on ai_messages (owner_id, id desc) include (size);

  create index ai_messages_age on ai_messages (created_at);

  alter table email_contents add column owner_id text;

  -- 0 for contents from before this column.
  alter table email_contents add column recipients integer not null default 0;

  -- With an estimate for the jobs that send it.
  alter table email_contents add column size bigint
    generated always as (octet_length(sealed_content) + 1000::bigint * recipients) stored;

  create index email_contents_owner on email_contents (owner_id) include (size);

  drop index webhook_events_project;

  drop index webhook_events_subject;

  alter table webhook_events drop column size;

  -- The number of endpoints to which the event is delivered.
  alter table webhook_events add column deliveries integer not null default 1;

  -- With an estimate for the rows of its deliveries and their attempts.
  alter table webhook_events add column size integer
    generated always as (octet_length(data::text) + 1000 * deliveries) stored;

  create index webhook_events_project on webhook_events (project_id, created_at) include (size);

  create index webhook_events_subject on webhook_events (project_id, subject, created_at desc, id) include (size)
  where subject is not null;
`,
}

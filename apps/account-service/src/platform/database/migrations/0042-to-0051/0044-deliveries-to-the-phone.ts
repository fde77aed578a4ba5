import type { Migration } from '@parley/server'

/**
 * Deliveries to the phone: `subject` names what an event is about, so that further events join the pending
 * delivery and count its `revision`; urgent ones precede the others.
 */
export const deliveriesToThePhone: Migration = {
  name: '0044-deliveries-to-the-phone',
  sql: `
  alter table webhook_deliveries
    add column subject text,
    add column is_urgent boolean not null default false,
    add column revision integer not null default 0;

  drop index webhook_deliveries_due_to;
  create index webhook_deliveries_due_to on webhook_deliveries (endpoint_id, is_urgent desc, next_attempt_at)
    where state = 'pending';

  create index webhook_deliveries_subject on webhook_deliveries (endpoint_id, subject)
    where state = 'pending' and subject is not null;
`,
}

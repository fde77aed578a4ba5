import type { Migration } from '@parley/server'

/** The deliveries to all projects of one owner share a limit. */
export const ownersOfWebhookEndpoints: Migration = {
  name: '0055-owners-of-webhook-endpoints',
  sql: `
  -- The owner of the project when the endpoint was created; null when it had none.
  alter table webhook_endpoints add column owner_id text;

  update webhook_endpoints
  set owner_id = (
    select users.id::text
    from users
    where users.project_id = 'internal'
      and case
        when jsonb_typeof(server_metadata::jsonb -> 'managedProjectIds') = 'array'
          then server_metadata::jsonb -> 'managedProjectIds' ? webhook_endpoints.project_id
        else false
      end
    order by signed_up_at, users.id
    limit 1
  );
`,
}

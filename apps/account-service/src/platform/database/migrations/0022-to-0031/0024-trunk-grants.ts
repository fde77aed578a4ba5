import type { Migration } from '@parley/server'

/** Workspaces that have trunks keep the right to them. The schema `phone` is missing in new installations. */
export const trunkGrants: Migration = {
  name: '0024-trunk-grants',
  sql: `
  do $$
  begin
    if to_regclass('phone.trunks') is not null then
      update teams
      set server_metadata = (
        case when json_typeof(server_metadata) = 'object' then server_metadata::jsonb else '{}' end
        || '{"trunks_granted": true}'
      )::json
      where project_id = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94'
        and id in (select workspace_id from phone.trunks);
    end if;
  end
  $$;
`,
}

import type { Migration } from '@parley/server'

export const creatorsOfKeys: Migration = {
  name: '0020-creators-of-keys',
  sql: `
  -- The member who made a key of a team, for as long as they are one. Null where a back end made it.
  alter table api_keys add column creator_id uuid,
    add constraint api_keys_creator_of_team check (creator_id is null or team_id is not null),
    add constraint api_keys_creator_is_member
      foreign key (team_id, creator_id) references team_memberships (team_id, user_id)
      on delete set null (creator_id);

  -- The audit log knows who made those that there are.
  update api_keys key set creator_id = membership.user_id
  from audit_entries entry, team_memberships membership
  where entry.action = 'api_key.created' and entry.actor_type = 'user' and entry.subject_id = key.id::text
    and membership.team_id = key.team_id and membership.user_id::text = entry.actor_id
    and membership.created_at <= key.created_at;

  create index api_keys_creator on api_keys (creator_id, team_id) where creator_id is not null;

  update projects
  set settings = (settings::jsonb || '{"team_keys_bound_to_membership": true}')::json
  where id = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94';
`,
}

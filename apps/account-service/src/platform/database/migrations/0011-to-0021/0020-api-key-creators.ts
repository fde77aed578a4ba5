import type { Migration } from '@parley/server'

export const apiKeyCreators: Migration = {
  name: '0020-creators-of-keys',
  sql: `
  -- The member who made a key of a team, for as long as they are one. Null where a back end made it, and for the keys that
  -- there are: the audit log does not tell whether a back end made them with somebody's token.
  alter table api_keys add column creator_id uuid,
    add constraint api_keys_creator_of_team check (creator_id is null or team_id is not null),
    add constraint api_keys_creator_is_member
      foreign key (team_id, creator_id) references team_memberships (team_id, user_id)
      on delete set null (creator_id);

  create index api_keys_creator on api_keys (creator_id, team_id) where creator_id is not null;

  update projects
  set settings = (settings::jsonb || '{"team_keys_bound_to_membership": true}')::json
  where id = 'ab18f1a3-0f2c-4d0e-9c65-7d3c1b0e5a94';
`,
}

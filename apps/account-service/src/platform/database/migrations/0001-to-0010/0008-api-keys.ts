import type { Migration } from '@parley/server'

export const apiKeyTable: Migration = {
  name: '0008-api-keys',
  sql: `
  -- Keys that users and teams make for programs of theirs. Only a hash is stored, and the end to tell them apart.
  create table api_keys (
    id uuid primary key,
    project_id text not null,
    user_id uuid,
    team_id uuid,
    description text not null,
    is_public boolean not null,
    key_hash text not null unique,
    last_four text not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    check ((user_id is null) <> (team_id is null)),
    constraint api_keys_user_exists foreign key (project_id, user_id) references users (project_id, id) on delete cascade,
    constraint api_keys_team_exists foreign key (project_id, team_id) references teams (project_id, id) on delete cascade
  );

  create index api_keys_user on api_keys (user_id, created_at) where user_id is not null;

  create index api_keys_team on api_keys (team_id, created_at) where team_id is not null;
`,
}

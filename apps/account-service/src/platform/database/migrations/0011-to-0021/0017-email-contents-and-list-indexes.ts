import type { Migration } from '@parley/server'

/** Content of bulk e-mail stored once, and an index for each unpaginated list of a project in its order. */
export const emailContentsAndListIndexes: Migration = {
  name: '0017-bounded-memory',
  sql: `
  -- Sealed with a key that is not in the database. The jobs that send it name it.
  create table email_contents (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    sealed_content text not null,
    created_at timestamptz not null
  );

  create index email_contents_project on email_contents (project_id);

  create index email_contents_age on email_contents (created_at);

  create index contact_channels_project on contact_channels (project_id, created_at, id);

  create index team_memberships_project on team_memberships (project_id, created_at, team_id, user_id);

  create index team_memberships_team on team_memberships (team_id, created_at, user_id);

  drop index team_permission_grants_project;

  create index team_permission_grants_project
    on team_permission_grants (project_id, team_id, user_id, permission_id);

  create index project_permission_grants_user on project_permission_grants (project_id, user_id, permission_id);
`,
}

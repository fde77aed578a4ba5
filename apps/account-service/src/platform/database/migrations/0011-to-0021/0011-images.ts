import type { Migration } from '@parley/server'

export const imageTable: Migration = {
  name: '0011-images',
  sql: `
  -- Pictures of users, teams and members, as they were encoded here. Small, and wherever the database is.
  create table images (
    id uuid primary key,
    project_id text not null references projects on delete cascade,
    folder text not null,
    format text not null,
    bytes bytea not null,
    created_at timestamptz not null
  );

  create index images_project on images (project_id);
`,
}

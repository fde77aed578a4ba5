import type { Migration } from '@parley/server'

/** Indexes of used images, so that unreferenced images are found without a full scan. */
export const imageIndexes: Migration = {
  name: '0019-pictures',
  sql: `
  create index users_with_picture on users (id) where profile_image_url is not null;

  create index teams_with_picture on teams (id) where profile_image_url is not null;

  create index team_memberships_with_picture on team_memberships (team_id, user_id) where profile_image_url is not null;
`,
}

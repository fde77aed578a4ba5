import type { Migration } from '@parley/server'

/**
 * The member who sent an invitation, where it ends with their membership; null for invitations of back ends,
 * of projects without that rule, and of earlier versions.
 */
export const inviters: Migration = {
  name: '0031-inviters',
  sql: `
  alter table team_invitations
    add column inviter_id uuid,
    add constraint team_invitations_inviter_is_member
      foreign key (team_id, inviter_id) references team_memberships (team_id, user_id) on delete cascade;

  create index team_invitations_inviter on team_invitations (team_id, inviter_id) where inviter_id is not null;
`,
}

import type { Migration } from '@parley/server'

/** Index of the invitations of an address, which every sign-up by invitation looks up. */
export const invitedAddresses: Migration = {
  name: '0028-invited-addresses',
  sql: `
  create index team_invitations_recipient on team_invitations (project_id, recipient_email);
`,
}

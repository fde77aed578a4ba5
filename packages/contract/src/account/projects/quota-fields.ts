import { z } from 'zod'

const quota = z.int().min(1).max(1_000_000).nullable()

/** Limits on what users store. Null for no limit. */
export const quotaFields = {
  max_teams_per_user: quota.describe('Teams of which a user can be a member.'),
  max_members_per_team: quota.describe('Users who can be members of a team.'),
  max_contact_channels_per_user: quota.describe('E-mail addresses that a user can add.'),
  max_api_keys_per_owner: quota.describe(
    'Valid API keys that a user or a team can have. As many revoked and expired keys remain listed.',
  ),
  max_projects_per_owner: quota.describe(
    'Projects that a user can own, with the built-in ones. Only the value of the project internal has an effect.',
  ),
  max_changes_per_minute: quota.describe(
    'Changes by one user with client access, by endpoints without another rate limit. Null for no limit.',
  ),
  max_metadata_values: quota.describe(
    'Values in each metadata value of users and teams: of its arrays and objects together.',
  ),
  max_metadata_bytes: z
    .int()
    .min(1_024)
    .max(128 * 1_024)
    .describe(
      'Size of each metadata value of users and teams, in bytes of JSON. Larger stored values stay readable.',
    ),
}

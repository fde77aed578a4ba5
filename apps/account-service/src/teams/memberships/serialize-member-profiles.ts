import type { teamMemberships } from '@parley/contract/account'
import type { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import { serializeUser } from '../../users/index.ts'
import { listUsersById } from '../../users/records/index.ts'
import type { Membership } from '../index.ts'

type Profile = z.infer<typeof teamMemberships.serverMemberProfile>

/** Serializes memberships for server access, in the given order; the contract strips fields for clients. */
export async function serializeMemberProfiles(
  database: Database,
  projectId: string,
  memberships: readonly Membership[],
): Promise<Profile[]> {
  const userIds = [...new Set(memberships.map(({ user_id }) => user_id))]
  const users = await listUsersById(database, projectId, userIds)
  const byId = new Map(users.map((user) => [user.id, user]))
  return memberships.flatMap(({ team_id, user_id, display_name, profile_image_url }) => {
    const user = byId.get(user_id)
    // The user was deleted after the membership was read.
    if (!user) return []
    return {
      team_id,
      user_id,
      display_name: display_name ?? user.display_name,
      profile_image_url: profile_image_url ?? user.profile_image_url,
      user: serializeUser(user),
    }
  })
}

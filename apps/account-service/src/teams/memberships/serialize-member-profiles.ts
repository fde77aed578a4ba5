import type { teamMemberships } from '@parley/contract/account'
import type { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import { serializeUser } from '../../users/index.ts'
import { listUsersById, listUsersByIdWithoutMetadata } from '../../users/records/index.ts'
import type { Membership } from '../records/index.ts'

type Profile = z.infer<typeof teamMemberships.serverMemberProfile>

/**
 * Serializes memberships for server access, in the given order, at most `maxUsersPerRead` with metadata; the contract
 * strips fields for clients.
 */
export async function serializeMemberProfiles(
  database: Database,
  projectId: string,
  memberships: readonly Membership[],
  includesMetadata: boolean,
): Promise<Profile[]> {
  const userIds = [...new Set(memberships.map(({ userId }) => userId))]
  const listUsers = includesMetadata ? listUsersById : listUsersByIdWithoutMetadata
  const users = await listUsers(database, projectId, userIds)
  const byId = new Map(users.map((user) => [user.id, user]))
  return memberships.flatMap(({ teamId, userId, displayName, profileImageUrl }) => {
    const user = byId.get(userId)
    // The user was deleted after the membership was read.
    if (!user) return []
    return {
      team_id: teamId,
      user_id: userId,
      display_name: displayName ?? user.displayName,
      profile_image_url: profileImageUrl ?? user.profileImageUrl,
      user: serializeUser(user),
    }
  })
}

import type { Database } from '../platform/database/index.ts'
import type { Access } from '../platform/request-context/index.ts'
import { countMemberships, lockTeam } from '../teams/records/index.ts'
import { hasTeamPermission } from './effective-permissions.ts'
import type { TeamGrant } from './permission-grants.ts'
import { hasHolder, requireRemainingHolder } from './require-remaining-holder.ts'
import { requireTeamPermission } from './require-team-permission.ts'

/** Where members manage permissions, owners alone may grant all of them. */
export const deleteTeamPermission = '$delete_team'

type Member = Pick<TeamGrant, 'teamId' | 'userId'>

export function isOwner(database: Database, projectId: string, { teamId, userId }: Member): Promise<boolean> {
  return hasTeamPermission(database, projectId, { teamId, userId, permissionId: deleteTeamPermission })
}

/**
 * Requires, where members manage permissions, that a client who changes what an owner of a team may do is an
 * owner too. Servers and admins are not restricted.
 *
 * @throws {KnownError} TEAM_PERMISSION_REQUIRED
 */
export async function requireOwnerToChangeOwner(
  transaction: Database,
  { project, accessType, user }: Pick<Access, 'project' | 'accessType' | 'user'>,
  { teamId, userId }: Member,
): Promise<void> {
  if (accessType !== 'client' || project.settings.member_managed_permissions.length === 0) return
  if (!user || user.id === userId || !(await isOwner(transaction, project.id, { teamId, userId }))) return
  await requireTeamPermission(transaction, project.id, {
    teamId,
    userId: user.id,
    permissionId: deleteTeamPermission,
  })
}

/**
 * Returns the permissions of a member that another member must have before a client can end the membership.
 * Locks the team, so that they are not revoked from that member concurrently.
 */
export async function lockManagedPermissions(
  transaction: Database,
  { project, accessType }: Pick<Access, 'project' | 'accessType'>,
  { teamId, userId }: Member,
): Promise<TeamGrant[]> {
  const managed = project.settings.member_managed_permissions
  if (accessType !== 'client' || managed.length === 0) return []
  await lockTeam(transaction, teamId)
  const held: TeamGrant[] = []
  // A member who becomes the owner usually gets the others too, so ownership is the one that clients name.
  for (const permissionId of [deleteTeamPermission, ...managed]) {
    const grant = { teamId, userId, permissionId }
    if (await hasTeamPermission(transaction, project.id, grant)) held.push(grant)
  }
  return held
}

/**
 * Requires that the other members, if any, still have permissions of a member who was removed. While one of
 * them may delete the team, no other permission is required: that owner can grant it, and so cannot prevent
 * members from leaving.
 *
 * @throws {KnownError} TEAM_PERMISSION_LAST_HOLDER
 */
export async function requireRemainingHolders(
  transaction: Database,
  projectId: string,
  retained: readonly TeamGrant[],
): Promise<void> {
  for (const grant of retained) {
    if (!(await countMemberships(transaction, projectId, { teamId: grant.teamId }))) continue
    if (await hasHolder(transaction, projectId, { ...grant, permissionId: deleteTeamPermission })) continue
    await requireRemainingHolder(transaction, projectId, grant)
  }
}

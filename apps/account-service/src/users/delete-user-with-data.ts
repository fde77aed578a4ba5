import { deleteCodesOfSubjects } from '../auth/verification-codes/index.ts'
import { lockManagedPermissions, requireRemainingHolders, type TeamGrant } from '../permissions/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { Access } from '../platform/request-context/index.ts'
import { revokeMemberKeys } from '../projects/api-keys/records/index.ts'
import type { Services } from '../services.ts'
import { deleteMemberships, listMemberships } from '../teams/records/index.ts'
import { listChannels } from './contact-channels/index.ts'
import { deleteImages } from './images/index.ts'
import { deleteUserRow, findUser, lockUserForDeletion } from './records/index.ts'

/**
 * Deletes a user and all dependent data: sessions, keys, e-mails, codes. Returns whether the user existed.
 *
 * @throws {KnownError} TEAM_PERMISSION_LAST_HOLDER
 */
export async function deleteUserWithData(
  services: Pick<Services, 'now'>,
  context: Access,
  userId: string,
): Promise<boolean> {
  const { project } = context
  return await context.transaction(async (transaction) => {
    const retained = await lockPermissionsInTeams(transaction, context, userId)
    // Prevents concurrent joins: keys created in a team joined meanwhile would be lost with the membership.
    await lockUserForDeletion(transaction, userId)
    const user = await findUser(transaction, project.id, userId)
    const channels = await listChannels(transaction, project.id, { userId })
    await revokeMemberKeys(services, transaction, project, { userId })
    const memberships = await deleteMemberships(transaction, project.id, { userId })
    await requireRemainingHolders(transaction, project.id, retained)
    if (!user || !(await deleteUserRow(transaction, project.id, userId))) return false

    const subjects = [
      userId,
      ...channels.flatMap(({ id, value, usedForAuth }) => (usedForAuth ? [id, value] : [id])),
    ]
    await deleteCodesOfSubjects(transaction, project.id, subjects)
    const urls = [user, ...memberships].map(({ profileImageUrl }) => profileImageUrl)
    await deleteImages(transaction, project.id, urls)
    const teamIds = memberships.map(({ teamId }) => teamId)
    for (const team_id of teamIds)
      await transaction.publish('team_membership.deleted', { team_id, user_id: userId })
    await transaction.publish('user.deleted', { id: userId, teams: teamIds.map((id) => ({ id })) })
    await transaction.audit('user.deleted', { type: 'user', id: userId })
    return true
  })
}

/**
 * Locks the teams before the user, as the removal of a member does, and in the order of their ids, so that
 * concurrent deletions do not deadlock.
 */
async function lockPermissionsInTeams(
  transaction: Database,
  context: Access,
  userId: string,
): Promise<TeamGrant[]> {
  const memberships = await listMemberships(transaction, context.project.id, { userId })
  const retained: TeamGrant[] = []
  for (const teamId of memberships.map((membership) => membership.teamId).sort())
    retained.push(...(await lockManagedPermissions(transaction, context, { teamId, userId })))
  return retained
}

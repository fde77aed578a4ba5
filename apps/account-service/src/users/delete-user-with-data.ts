import { deleteCodesOfSubjects } from '../auth/verification-codes/index.ts'
import type { RequestContext } from '../platform/request-context/index.ts'
import { revokeMemberKeys } from '../projects/api-keys/records/index.ts'
import type { Services } from '../services.ts'
import { deleteMemberships } from '../teams/records/index.ts'
import { listChannels } from './contact-channels/index.ts'
import { deleteImages } from './images/index.ts'
import { deleteUserRow, findUser, lockUserForDeletion } from './records/index.ts'

/**
 * Deletes a user and all dependent data: sessions, keys, e-mails, codes. Returns whether the user existed.
 */
export async function deleteUserWithData(
  services: Pick<Services, 'now'>,
  context: RequestContext,
  userId: string,
): Promise<boolean> {
  const { project } = context
  return await context.transaction(async (transaction) => {
    // Prevents concurrent joins: keys created in a team joined meanwhile would be lost with the membership.
    await lockUserForDeletion(transaction, userId)
    const user = await findUser(transaction, project.id, userId)
    const channels = await listChannels(transaction, project.id, { userId })
    await revokeMemberKeys(services, transaction, project, { userId })
    const memberships = await deleteMemberships(transaction, project.id, { userId })
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

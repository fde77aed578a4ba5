import { KnownError, type ResponseOf } from '@parley/contract'
import type { users } from '@parley/contract/account'
import { PlainTextError, type RequestInfo } from '@parley/server/http'
import { requireRecentAuthentication } from '../auth/step-up/index.ts'
import { deleteCodesOfSubjects } from '../auth/verification-codes/index.ts'
import { recordAudit } from '../platform/audit/index.ts'
import type { Access, EndpointRequest } from '../platform/request-context/index.ts'
import { publishEvent } from '../platform/webhooks/index.ts'
import { revokeMemberKeys } from '../projects/api-keys/index.ts'
import type { Services } from '../services.ts'
import { deleteMemberships } from '../teams/index.ts'
import { listChannels } from './contact-channels/index.ts'
import { deleteImages } from './images/index.ts'
import { findUser } from './user-records.ts'
import { deleteUserRow, lockUserForDeletion } from './users.ts'

type Delete = typeof users.deleteUser
type DeleteOwn = typeof users.deleteOwnUser

export async function deleteUser(
  services: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  if (!(await deleteUserWithData(services, request, request.params.user)))
    throw new KnownError('USER_NOT_FOUND')
  return { success: true }
}

export async function deleteOwnUser(
  services: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<DeleteOwn>,
): Promise<ResponseOf<DeleteOwn>> {
  const { project, accessType, user } = request
  if (accessType === 'client' && !project.config.client_user_deletion_enabled)
    throw new PlainTextError(400, 'Deleting your own account is not enabled for this project.')
  requireRecentAuthentication(request, services.now())

  await deleteUserWithData(services, request, user.id)
  return { success: true }
}

/** Deletes a user and all dependent data: sessions, keys, e-mails, codes. Returns whether the user existed. */
async function deleteUserWithData(
  { database, now }: Pick<Services, 'database' | 'now'>,
  auth: Pick<Access, 'project' | 'actor'> & { readonly info: RequestInfo },
  userId: string,
): Promise<boolean> {
  const { project, actor, info } = auth
  return await database.transaction().execute(async (transaction) => {
    // Prevents concurrent joins: keys created in a team joined meanwhile would be lost with the membership.
    await lockUserForDeletion(transaction, userId)
    const user = await findUser(transaction, project.id, userId)
    const channels = await listChannels(transaction, project.id, { userId })
    await revokeMemberKeys({ now }, transaction, auth, { userId })
    const memberships = await deleteMemberships(transaction, project.id, { userId })
    if (!user || !(await deleteUserRow(transaction, project.id, userId))) return false

    const subjects = [
      userId,
      ...channels.flatMap(({ id, value, used_for_auth }) => (used_for_auth ? [id, value] : [id])),
    ]
    await deleteCodesOfSubjects(transaction, project.id, subjects)
    const urls = [user, ...memberships].map(({ profile_image_url }) => profile_image_url)
    await deleteImages(transaction, project.id, urls)
    const teamIds = memberships.map(({ team_id }) => team_id)
    const at = now()
    for (const team_id of teamIds)
      await publishEvent(transaction, project.id, {
        type: 'team_membership.deleted',
        data: { team_id, user_id: userId },
        at,
      })
    await publishEvent(transaction, project.id, {
      type: 'user.deleted',
      data: { id: userId, teams: teamIds.map((id) => ({ id })) },
      at,
    })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'user.deleted',
      subject: { type: 'user', id: userId },
      info,
      at,
    })
    return true
  })
}

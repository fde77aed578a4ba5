import { KnownError, type ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { rejectImpersonation } from '../../auth/step-up/index.ts'
import { markDenied } from '../../platform/audit/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { listChannels, requireVerifiedAddressForUser } from '../../users/contact-channels/index.ts'
import { findUser } from '../../users/records/index.ts'
import { addMember } from '../index.ts'
import { deleteInvitation, findInvitation, type Invitation } from './records/index.ts'
import { listInvitedEmails } from './require-invitation.ts'

type Accept = typeof teamInvitations.acceptTeamInvitationById

export async function acceptTeamInvitationById(
  services: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<Accept>,
): Promise<ResponseOf<Accept>> {
  const { project, accessType, user, params, query } = request
  const userId = query.user_id
  requireOwnUser({ accessType, user }, userId, {
    unauthenticated: 'USER_AUTHENTICATION_REQUIRED',
    forbidden: 'You can accept only your own invitations.',
  })
  rejectImpersonation(request)
  if (!(await findUser(services.database, project.id, userId))) throw new KnownError('USER_NOT_FOUND')
  const invitation = await requireOwnInvitation(services, project, { id: params.id, userId })

  const { teamId } = invitation
  await request
    .transaction(async (transaction) => {
      // Lock order as in team deletion: team, then invitations.
      await addMember(services, transaction, { project, teamId, userId })
      if (!(await deleteInvitation(transaction, invitation))) throw invitationNotFound()
    })
    .catch((error: unknown) => {
      const isTeamDeleted = error instanceof KnownError && error.code === 'TEAM_NOT_FOUND'
      throw isTeamDeleted ? invitationNotFound() : error
    })
  return {}
}

/**
 * Returns a pending invitation that was sent to a verified e-mail of the user. Those of other people do not
 * exist for the user.
 *
 * @throws {KnownError} EMAIL_NOT_VERIFIED
 * @throws {PlainTextError} 404
 */
async function requireOwnInvitation(
  { database, now }: Pick<Services, 'database' | 'now'>,
  project: Project,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<Invitation> {
  const invitation = await findInvitation(database, project.id, id)
  if (!invitation || invitation.expiresAt <= now()) throw invitationNotFound()
  const channels = await listChannels(database, project.id, { userId })
  const isTo = (email: string) => email === invitation.recipientEmail
  if (!channels.some(({ value }) => isTo(value))) throw markDenied(invitationNotFound())
  if (!(await listInvitedEmails(database, project, userId)).some(isTo))
    throw markDenied(new KnownError('EMAIL_NOT_VERIFIED'))
  await requireVerifiedAddressForUser(database, project, userId)
  return invitation
}

function invitationNotFound(): PlainTextError {
  return new PlainTextError(404, 'Pending invitation to this user not found.')
}

import { KnownError, type ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import { rejectImpersonation } from '../../auth/step-up/index.ts'
import { attemptCode } from '../../auth/verification-codes/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { addMember } from '../index.ts'
import { invitationCode } from './codes/index.ts'
import { deleteInvitation } from './records/index.ts'
import { requireInvitedEmail } from './require-invitation.ts'

type Accept = typeof teamInvitations.acceptTeamInvitation

export async function acceptTeamInvitation(
  services: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<Accept>,
): Promise<ResponseOf<Accept>> {
  const { project, user, body } = request
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  rejectImpersonation(request)
  const { data, redeem } = await attemptCode(services, invitationCode, project, body.code)
  await requireInvitedEmail(services, project, data.email, user.id)
  const { invitationId, teamId } = data
  await request
    .transaction(async (transaction) => {
      // Lock order as in team deletion: team, then invitations.
      await addMember(services, transaction, { project, teamId, userId: user.id })
      // The code stays valid for a user for whom there is no place.
      await redeem(transaction)
      // A code outlives its invitation: the row is missing when the invitation was revoked or the team was
      // deleted.
      const invitation = { id: invitationId, projectId: project.id, teamId }
      if (!(await deleteInvitation(transaction, invitation)))
        throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
    })
    .catch((error: unknown) => {
      throw toAcceptError(error)
    })
  return {}
}

/** Maps errors of concurrent deletions of the team or the user. */
function toAcceptError(error: unknown): unknown {
  if (!(error instanceof KnownError)) return error
  if (error.code === 'TEAM_NOT_FOUND') return new KnownError('VERIFICATION_CODE_NOT_FOUND')
  return error.code === 'USER_NOT_FOUND' ? new KnownError('USER_AUTHENTICATION_REQUIRED') : error
}

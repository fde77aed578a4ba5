import { KnownError, type ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../../users/records/index.ts'
import { findTeam } from '../records/index.ts'
import { requireInvitation, requireInvitedEmail } from './require-invitation.ts'

type Details = typeof teamInvitations.getTeamInvitationDetails

export async function getTeamInvitationDetails(
  services: Pick<Services, 'database' | 'now'>,
  { project, user, body }: EndpointRequest<Details>,
): Promise<ResponseOf<Details>> {
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  const invitation = await requireInvitation(services, project, body.code)
  const { recipientEmail, invitedBy } = invitation
  await requireInvitedEmail(services, project, recipientEmail, user.id)
  const team = await findTeam(services.database, project.id, invitation.teamId)
  if (!team) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  const inviter = invitedBy === null ? null : await findUser(services.database, project.id, invitedBy)
  return {
    team_id: team.id,
    team_display_name: team.displayName,
    recipient_email: recipientEmail,
    inviter_display_name: inviter?.displayName ?? null,
    permission_ids: [...project.config.team_member_default_permissions],
    created_at_millis: invitation.createdAt.getTime(),
    expires_at_millis: invitation.expiresAt.getTime(),
  }
}

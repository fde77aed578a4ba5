import { KnownError, type ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findTeam } from '../records/index.ts'
import { requireInvitation, requireInvitedEmail } from './require-invitation.ts'

type Details = typeof teamInvitations.getTeamInvitationDetails

export async function getTeamInvitationDetails(
  services: Pick<Services, 'database' | 'now'>,
  { project, user, body }: EndpointRequest<Details>,
): Promise<ResponseOf<Details>> {
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  const invited = await requireInvitation(services, project, body.code)
  await requireInvitedEmail(services, project, invited, user.id)
  const team = await findTeam(services.database, project.id, invited.teamId)
  if (!team) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  return { team_id: team.id, team_display_name: team.displayName }
}

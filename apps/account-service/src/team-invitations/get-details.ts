import { KnownError, type ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { findTeam } from '../teams/index.ts'
import { openInvitation, requireInvited } from './open-invitation.ts'

type Details = typeof teamInvitations.getTeamInvitationDetails

export async function getTeamInvitationDetails(
  services: Pick<Services, 'database' | 'now'>,
  { project, user, body }: ServedRequest<Details>,
): Promise<ResponseOf<Details>> {
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  const invited = await openInvitation(services, project, body.code)
  await requireInvited(services, project, invited, user.id)
  const team = await findTeam(services.database, project.id, invited.teamId)
  if (!team) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  return { team_id: team.id, team_display_name: team.display_name }
}

import type { ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findInvitationNames } from './invitation-names.ts'
import { requireInvitation } from './require-invitation.ts'

type Check = typeof teamInvitations.checkTeamInvitationCode

export async function checkTeamInvitationCode(
  services: Pick<Services, 'database' | 'now'>,
  { project, body }: EndpointRequest<Check>,
): Promise<ResponseOf<Check>> {
  const invitation = await requireInvitation(services, project, body.code)
  return {
    is_code_valid: true,
    recipient_email: invitation.recipientEmail,
    expires_at_millis: invitation.expiresAt.getTime(),
    ...(await findInvitationNames(services, project, invitation)),
  }
}

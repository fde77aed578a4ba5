import type { ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { openInvitation } from './open-invitation.ts'

type Check = typeof teamInvitations.checkTeamInvitationCode

export async function checkTeamInvitationCode(
  services: Pick<Services, 'database' | 'now'>,
  { project, body }: ServedRequest<Check>,
): Promise<ResponseOf<Check>> {
  await openInvitation(services, project, body.code)
  return { is_code_valid: true }
}

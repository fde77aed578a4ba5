import type { Result } from '@parley/client'
import type { EndpointError } from '../../requests/account-client.ts'
import type { AppCore } from '../core.ts'
import { withoutData } from '../result.ts'

export interface TeamInvitationDetails {
  readonly teamId: string
  readonly teamDisplayName: string
}

export async function verifyTeamInvitationCode(
  core: AppCore,
  code: string,
): Promise<Result<undefined, EndpointError<'POST /team-invitations/accept/check-code'>>> {
  return withoutData(await core.request('POST /team-invitations/accept/check-code', { body: { code } }))
}

export async function getTeamInvitationDetails(
  core: AppCore,
  code: string,
): Promise<Result<TeamInvitationDetails, EndpointError<'POST /team-invitations/accept/details'>>> {
  const result = await core.request('POST /team-invitations/accept/details', { body: { code } })
  if (result.status === 'error') return result
  const { team_id, team_display_name } = result.data
  return { status: 'ok', data: { teamId: team_id, teamDisplayName: team_display_name } }
}

import type { Result } from '@parley/client'
import type { EndpointData, EndpointError } from '../../requests/account-client.ts'
import type { AppCore } from '../core.ts'
import { withoutData } from '../result.ts'

/** The recipient, the team and the inviter of an invitation. Null where the service does not send them. */
export interface TeamInvitationRecipient {
  readonly recipientEmail: string | null
  readonly expiresAt: Date | null
  readonly teamDisplayName: string | null
  /** Also null for invitations that a server sent. */
  readonly inviterDisplayName: string | null
}

export interface TeamInvitationDetails extends TeamInvitationRecipient {
  readonly teamId: string
  readonly teamDisplayName: string
  readonly createdAt: Date | null
  /** The permissions of a new member. */
  readonly permissionIds: readonly string[]
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
  const { data } = result
  const details = {
    ...toRecipient(data),
    teamId: data.team_id,
    teamDisplayName: data.team_display_name,
    createdAt: toDate(data.created_at_millis),
    permissionIds: data.permission_ids ?? [],
  }
  return { status: 'ok', data: details }
}

export async function getTeamInvitationRecipient(
  core: AppCore,
  code: string,
): Promise<Result<TeamInvitationRecipient, EndpointError<'POST /team-invitations/accept/check-code'>>> {
  const result = await core.request('POST /team-invitations/accept/check-code', { body: { code } })
  return result.status === 'error' ? result : { status: 'ok', data: toRecipient(result.data) }
}

type WireRecipient =
  | EndpointData<'POST /team-invitations/accept/check-code'>
  | EndpointData<'POST /team-invitations/accept/details'>

function toRecipient(wire: WireRecipient): TeamInvitationRecipient {
  return {
    recipientEmail: wire.recipient_email ?? null,
    expiresAt: toDate(wire.expires_at_millis),
    teamDisplayName: wire.team_display_name ?? null,
    inviterDisplayName: wire.inviter_display_name ?? null,
  }
}

function toDate(millis: number | undefined): Date | null {
  return millis === undefined ? null : new Date(millis)
}

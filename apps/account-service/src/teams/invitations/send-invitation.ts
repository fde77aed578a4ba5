import { randomUUID } from 'node:crypto'
import { KnownError, type ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import { rejectImpersonation } from '../../auth/step-up/index.ts'
import { createCode, requireCallbackUrl } from '../../auth/verification-codes/index.ts'
import { enqueueEmail, limitInvitationEmails } from '../../email/delivery/index.ts'
import { isConstraintViolation } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { invitationCode, invitationLifetimeMs } from './codes/index.ts'
import { limitInvitations, requireInviter } from './invitation-limits.ts'
import { toInviterName, toInvitingTeamName } from './invitation-names.ts'
import { insertInvitation, inviterConstraint } from './records/index.ts'
import { requireManagedTeam } from './require-managed-team.ts'

type Send = typeof teamInvitations.sendTeamInvitation

export async function sendTeamInvitation(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'findOwnerId' | 'options' | 'now'>,
  request: EndpointRequest<Send>,
): Promise<ResponseOf<Send>> {
  const { body, info } = request
  const { project } = request
  const team = await requireManagedTeam(services, request, body.team_id, ['$invite_members'])
  rejectImpersonation(request)
  requireCallbackUrl(project, invitationCode, body.callback_url)
  const inviterId = requireInviter(request)
  await limitInvitations(services, request)
  await limitInvitationEmails(services, request, body.email)

  const id = randomUUID()
  const createdAt = services.now()
  const sending = request.transaction(async (transaction) => {
    await insertInvitation(transaction, {
      id,
      projectId: project.id,
      teamId: team.id,
      recipientEmail: body.email,
      inviterId,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + invitationLifetimeMs),
    })
    const { link } = await createCode(services, transaction, invitationCode, {
      project,
      subject: `${team.id} ${body.email}`,
      data: { invitationId: id, teamId: team.id, email: body.email, invitedBy: request.user?.id ?? null },
      callbackUrl: body.callback_url,
    })
    await enqueueEmail(services, transaction, {
      project,
      to: body.email,
      acceptLanguage: info.acceptLanguage,
      template: 'team-invitation',
      variables: {
        link: link ?? body.callback_url,
        team: toInvitingTeamName(project, team.displayName),
        inviter: toInviterName(project, request.user),
        wording: project.settings.names_teams_workspaces ? 'workspace' : 'team',
      },
    })
    await transaction.audit('team_invitation.sent', { type: 'team', id: team.id }, { invitationId: id })
  })
  await sending.catch((error: unknown) => {
    // The inviter was removed concurrently.
    if (inviterId === null || !isConstraintViolation(error, inviterConstraint)) throw error
    throw new KnownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: team.id, user_id: inviterId })
  })
  return { success: true, id }
}

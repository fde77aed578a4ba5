import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { teamInvitations } from '@parley/contract/account'
import { createCode } from '../../auth/verification-codes/index.ts'
import { enqueueEmail, limitCodeEmails } from '../../email/delivery/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireTrustedUrl } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { invitationCode, invitationLifetimeMs } from './invitation-code.ts'
import { limitInvitations, toInvitingTeamName } from './invitation-limits.ts'
import { insertInvitation } from './records/index.ts'
import { requireManagedTeam } from './require-managed-team.ts'

type Send = typeof teamInvitations.sendTeamInvitation

export async function sendTeamInvitation(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'options' | 'now'>,
  request: EndpointRequest<Send>,
): Promise<ResponseOf<Send>> {
  const { body, info } = request
  const { project } = request
  const team = await requireManagedTeam(services, request, body.team_id, ['$invite_members'])
  requireTrustedUrl(project, body.callback_url)
  await limitInvitations(services, request)
  await limitCodeEmails(services, project.id, body.email)

  const id = randomUUID()
  const createdAt = services.now()
  await request.transaction(async (transaction) => {
    await insertInvitation(transaction, {
      id,
      projectId: project.id,
      teamId: team.id,
      recipientEmail: body.email,
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
      variables: { link: link ?? body.callback_url, team: toInvitingTeamName(request, team.displayName) },
    })
    await transaction.audit('team_invitation.sent', { type: 'team', id: team.id }, { invitationId: id })
  })
  return { success: true, id }
}

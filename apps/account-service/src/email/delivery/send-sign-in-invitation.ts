import type { ResponseOf } from '@parley/contract'
import type { emails } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireTrustedUrl } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { withEmailName } from '../templates/index.ts'
import { enqueueEmail } from './enqueue-email.ts'
import { limitInvitationEmails } from './limit-emails.ts'

type Send = typeof emails.sendSignInInvitation

export async function sendSignInInvitation(
  services: Pick<Services, 'jobs' | 'rateLimits' | 'findOwnerId'>,
  request: EndpointRequest<Send>,
): Promise<ResponseOf<Send>> {
  const { project, body, info } = request
  requireTrustedUrl(project, body.callback_url)
  await limitInvitationEmails(services, request, body.email)
  await request.transaction(async (transaction) => {
    await enqueueEmail(services, transaction, {
      project,
      to: body.email,
      acceptLanguage: info.acceptLanguage,
      template: 'sign-in-invitation',
      variables: { link: body.callback_url, team: withEmailName(project).displayName },
    })
    await transaction.audit('sign_in_invitation.sent', null)
  })
  return { success: true }
}

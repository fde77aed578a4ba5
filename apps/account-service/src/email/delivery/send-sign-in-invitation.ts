import type { ResponseOf } from '@parley/contract'
import type { emails } from '@parley/contract/account'
import { recordAudit } from '../../platform/audit/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireTrustedUrl } from '../../projects/index.ts'
import type { Services } from '../../services.ts'
import { enqueueEmail } from './enqueue-email.ts'

type Send = typeof emails.sendSignInInvitation

export async function sendSignInInvitation(
  services: Pick<Services, 'database' | 'jobs' | 'now'>,
  { project, actor, body, info }: EndpointRequest<Send>,
): Promise<ResponseOf<Send>> {
  requireTrustedUrl(project, body.callback_url)
  await services.database.transaction().execute(async (transaction) => {
    await enqueueEmail(services, transaction, {
      project,
      to: body.email,
      acceptLanguage: info.acceptLanguage,
      template: 'sign-in-invitation',
      variables: { link: body.callback_url, team: project.displayName },
    })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'sign_in_invitation.sent',
      info,
      at: services.now(),
    })
  })
  return { success: true }
}

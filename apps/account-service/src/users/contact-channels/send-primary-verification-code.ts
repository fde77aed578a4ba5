import { KnownError, type ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { limitCodeEmails } from '../../email/delivery/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listChannels } from './channels.ts'
import { enqueueVerificationEmail } from './verification-email.ts'

type SendPrimary = typeof contactChannels.sendPrimaryVerificationCode

export async function sendPrimaryVerificationCode(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'findOwnerId' | 'options' | 'now'>,
  request: EndpointRequest<SendPrimary>,
): Promise<ResponseOf<SendPrimary>> {
  const { project, user, body, info } = request
  if (body.email !== user.primaryEmail)
    throw new KnownError('EMAIL_IS_NOT_PRIMARY_EMAIL', {
      email: body.email,
      primary_email: user.primaryEmail,
    })
  const channels = await listChannels(services.database, project.id, { userId: user.id })
  const channel = channels.find(({ isPrimary }) => isPrimary)
  if (!channel || channel.isVerified) throw new KnownError('EMAIL_ALREADY_VERIFIED')

  await limitCodeEmails(services, request, channel.value)
  await request.transaction((transaction) =>
    enqueueVerificationEmail(services, transaction, {
      project,
      channel,
      callbackUrl: body.callback_url,
      info,
    }),
  )
  return { success: true }
}

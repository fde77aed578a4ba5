import { KnownError, type ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { limitCodeEmails } from '../../email/delivery/index.ts'
import { plainTextError } from '../../platform/errors/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../records/index.ts'
import { findAuthorizedChannel } from './get-contact-channel.ts'
import { enqueueVerificationEmail } from './verification-email.ts'

type Send = typeof contactChannels.sendVerificationCode

export async function sendVerificationCode(
  services: Pick<Services, 'database' | 'jobs' | 'rateLimits' | 'findOwnerId' | 'options' | 'now'>,
  request: EndpointRequest<Send>,
): Promise<ResponseOf<Send>> {
  const { project, accessType, params, body, info } = request
  const channel = await findAuthorizedChannel(services, request, params)
  if (!channel) {
    if (accessType !== 'client' && !(await findUser(services.database, project.id, params.user)))
      throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: params.user })
    throw plainTextError('contactChannelNotFound')
  }
  if (channel.isVerified) throw new KnownError('EMAIL_ALREADY_VERIFIED')

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

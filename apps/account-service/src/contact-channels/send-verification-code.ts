import { KnownError, type ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { listChannels } from './channels.ts'
import { findChannelFor } from './get-contact-channel.ts'
import { limitSending } from './limit-sending.ts'
import { enqueueVerificationEmail } from './verification-email.ts'

type Send = typeof contactChannels.sendVerificationCode
type SendPrimary = typeof contactChannels.sendPrimaryVerificationCode

export async function sendVerificationCode(
  services: Services,
  request: ServedRequest<Send>,
): Promise<ResponseOf<Send>> {
  const { project, accessType, params, body, call } = request
  const channel = await findChannelFor(services, request, params)
  if (!channel) {
    if (accessType !== 'client' && !(await services.findUser(project.id, params.user)))
      throw new KnownError('USER_ID_DOES_NOT_EXIST', { user_id: params.user })
    throw new TextError(404, 'Contact channel not found.')
  }
  if (channel.is_verified) throw new KnownError('EMAIL_ALREADY_VERIFIED')

  await limitSending(services, project.id, channel.value)
  await services.database.transaction().execute((transaction) =>
    enqueueVerificationEmail(services, transaction, {
      project,
      channel,
      callbackUrl: body.callback_url,
      call,
    }),
  )
  return { success: true }
}

export async function sendPrimaryVerificationCode(
  services: Services,
  { project, user, body, call }: ServedRequest<SendPrimary>,
): Promise<ResponseOf<SendPrimary>> {
  if (body.email !== user.primary_email)
    throw new KnownError('EMAIL_IS_NOT_PRIMARY_EMAIL', {
      email: body.email,
      primary_email: user.primary_email,
    })
  const channels = await listChannels(services.database, project.id, { userId: user.id })
  const channel = channels.find(({ is_primary }) => is_primary)
  if (!channel || channel.is_verified) throw new KnownError('EMAIL_ALREADY_VERIFIED')

  await limitSending(services, project.id, channel.value)
  await services.database.transaction().execute((transaction) =>
    enqueueVerificationEmail(services, transaction, {
      project,
      channel,
      callbackUrl: body.callback_url,
      call,
    }),
  )
  return { success: true }
}

import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { requireSignInMethod } from '../../auth/sign-in-methods/index.ts'
import { requireRecentAuthentication } from '../../auth/step-up/index.ts'
import { plainTextError } from '../../platform/errors/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { deleteChannelRow } from './channels.ts'
import { findAuthorizedChannel } from './get-contact-channel.ts'
import { notifySignInChange, toFormerEmails } from './notify-sign-in-change.ts'

type Delete = typeof contactChannels.deleteContactChannel

export async function deleteContactChannel(
  services: Pick<Services, 'database' | 'jobs' | 'now'>,
  request: EndpointRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  const { database, now } = services
  const { project, accessType, params, info } = request
  const channel = await findAuthorizedChannel({ database }, request, params)
  if (!channel) throw plainTextError('contactChannelNotFound')
  requireRecentAuthentication(request, now())

  await request.transaction(async (transaction) => {
    if (!(await deleteChannelRow(transaction, channel))) throw plainTextError('contactChannelNotFound')
    // Back ends may remove every sign-in method; users must retain one.
    if (accessType === 'client' && channel.usedForAuth)
      await requireSignInMethod(transaction, project, channel.userId)
    await notifySignInChange(services, transaction, {
      project,
      userId: channel.userId,
      change: 'address-removed',
      info,
      formerEmails: toFormerEmails(channel),
    })
    await transaction.audit(
      'contact_channel.deleted',
      { type: 'contact_channel', id: channel.id },
      { userId: channel.userId },
    )
  })
  return { success: true }
}

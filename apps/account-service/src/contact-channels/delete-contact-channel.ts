import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { requireRecentAuthentication } from '../step-up/index.ts'
import { keepWayIn } from '../ways-in/index.ts'
import { deleteChannel } from './channels.ts'
import { findChannelFor } from './get-contact-channel.ts'
import { formerAddressesOf, tellSignInChange } from './tell-sign-in-change.ts'

type Delete = typeof contactChannels.deleteContactChannel

export async function deleteContactChannel(
  services: Pick<Services, 'database' | 'jobs' | 'options' | 'now'>,
  request: ServedRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  const { database, now } = services
  const { project, accessType, actor, params, call } = request
  const channel = await findChannelFor({ database }, request, params)
  if (!channel) throw new TextError(404, 'Contact channel not found.')
  requireRecentAuthentication(request, now())

  await database.transaction().execute(async (transaction) => {
    if (!(await deleteChannel(transaction, channel))) throw new TextError(404, 'Contact channel not found.')
    // Back ends may remove every sign-in method; users must retain one.
    if (accessType === 'client' && channel.used_for_auth)
      await keepWayIn(transaction, project, channel.user_id)
    await tellSignInChange(services, transaction, {
      project,
      userId: channel.user_id,
      change: 'address-removed',
      call,
      formerAddresses: formerAddressesOf(channel),
    })
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'contact_channel.deleted',
      subject: { type: 'contact_channel', id: channel.id },
      details: { userId: channel.user_id },
      call,
      at: now(),
    })
  })
  return { success: true }
}

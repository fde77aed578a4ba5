import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { deleteChannel } from './channels.ts'
import { findChannelFor } from './get-contact-channel.ts'

type Delete = typeof contactChannels.deleteContactChannel

export async function deleteContactChannel(
  { database, now }: Pick<Services, 'database' | 'now'>,
  request: ServedRequest<Delete>,
): Promise<ResponseOf<Delete>> {
  const { project, actor, params, call } = request
  const channel = await findChannelFor({ database }, request, params)
  if (!channel) throw new TextError(404, 'There is no such address.')

  await database.transaction().execute(async (transaction) => {
    if (!(await deleteChannel(transaction, channel))) throw new TextError(404, 'There is no such address.')
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

import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Services } from '../services.ts'
import { channelShape } from './channel-shape.ts'
import { changeChannel, unsetPrimary } from './channels.ts'
import { explainConflict } from './explain-conflict.ts'
import { findChannelFor } from './get-contact-channel.ts'

type Update = typeof contactChannels.updateContactChannel

export async function updateContactChannel(
  { database, now }: Pick<Services, 'database' | 'now'>,
  request: ServedRequest<Update>,
): Promise<ResponseOf<Update>> {
  const { project, actor, params, body, call } = request
  const channel = await findChannelFor({ database }, request, params)
  if (!channel) throw new TextError(404, 'There is no such address.')

  const { type: _onlyEmail, ...changes } = body
  try {
    return await database.transaction().execute(async (transaction) => {
      if (changes.is_primary) await unsetPrimary(transaction, channel.user_id)
      const changed = await changeChannel(transaction, channel, changes)
      if (!changed) throw new TextError(404, 'There is no such address.')
      await recordAudit(transaction, {
        projectId: project.id,
        actor,
        action: 'contact_channel.updated',
        subject: { type: 'contact_channel', id: channel.id },
        details: { userId: channel.user_id, fields: Object.keys(body).join(' ') },
        call,
        at: now(),
      })
      return channelShape(changed)
    })
  } catch (error) {
    throw explainConflict(error, null)
  }
}

import type { contactChannels } from '@parley/contract/account'
import type { z } from 'zod'
import type { Channel } from './channels.ts'

export function serializeContactChannel(channel: Channel): z.infer<typeof contactChannels.contactChannel> {
  return {
    id: channel.id,
    user_id: channel.userId,
    type: channel.type,
    value: channel.value,
    is_primary: channel.isPrimary,
    is_verified: channel.isVerified,
    used_for_auth: channel.usedForAuth,
  }
}

import type { contactChannels } from '@parley/contract/account'
import type { z } from 'zod'
import type { Channel } from './channels.ts'

export function serializeContactChannel(channel: Channel): z.infer<typeof contactChannels.contactChannel> {
  const { id, user_id, type, value, is_primary, is_verified, used_for_auth } = channel
  return { id, user_id, type, value, is_primary, is_verified, used_for_auth }
}

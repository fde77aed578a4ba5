import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import type { ServedRequest } from '../access/index.ts'
import { requireSelf } from '../require-self.ts'
import type { Services } from '../services.ts'
import { channelShape } from './channel-shape.ts'
import { listChannels } from './channels.ts'

type List = typeof contactChannels.listContactChannels

export async function listContactChannels(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user, query }: ServedRequest<List>,
): Promise<ResponseOf<List>> {
  requireSelf({ accessType, user }, query.user_id, {
    nobody: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    somebodyElse: 'You can list only your own contact channels.',
  })
  const channels = await listChannels(database, project.id, {
    userId: query.user_id,
    id: query.contact_channel_id,
  })
  return { items: channels.map(channelShape), is_paginated: false }
}

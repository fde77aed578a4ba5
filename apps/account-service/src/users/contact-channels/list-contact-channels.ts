import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listChannels } from './channels.ts'
import { serializeContactChannel } from './serialize-contact-channel.ts'

type List = typeof contactChannels.listContactChannels

export async function listContactChannels(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user, query }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  requireOwnUser({ accessType, user }, query.user_id, {
    unauthenticated: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    forbidden: 'You can list only your own contact channels.',
  })
  const channels = await listChannels(database, project.id, {
    userId: query.user_id,
    id: query.contact_channel_id,
  })
  return { items: channels.map(serializeContactChannel), is_paginated: false }
}

import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { Access, ServedRequest } from '../access/index.ts'
import { requireSelf } from '../require-self.ts'
import type { Services } from '../services.ts'
import { channelShape } from './channel-shape.ts'
import { type Channel, listChannels } from './channels.ts'

type Get = typeof contactChannels.getContactChannel

/** Finds a channel of a user that the request is authorized for. */
export async function findChannelFor(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user }: Access,
  params: { readonly user: string; readonly id: string },
): Promise<Channel | null> {
  requireSelf({ accessType, user }, params.user, {
    nobody: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    somebodyElse: 'This contact channel belongs to another user.',
  })
  const [channel] = await listChannels(database, project.id, { userId: params.user, id: params.id })
  return channel ?? null
}

export async function getContactChannel(
  services: Pick<Services, 'database'>,
  request: ServedRequest<Get>,
): Promise<ResponseOf<Get>> {
  const channel = await findChannelFor(services, request, request.params)
  if (!channel) throw new TextError(404, 'Contact channel not found.')
  return channelShape(channel)
}

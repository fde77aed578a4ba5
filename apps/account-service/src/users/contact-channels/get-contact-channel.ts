import type { ResponseOf } from '@parley/contract'
import type { contactChannels } from '@parley/contract/account'
import { plainTextError } from '../../platform/errors/index.ts'
import type { Access, EndpointRequest } from '../../platform/request-context/index.ts'
import { requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { type Channel, listChannels } from './channels.ts'
import { serializeContactChannel } from './serialize-contact-channel.ts'

type Get = typeof contactChannels.getContactChannel

/** Finds a channel of a user that the request is authorized for. */
export async function findAuthorizedChannel(
  { database }: Pick<Services, 'database'>,
  { project, accessType, user }: Access,
  params: { readonly user: string; readonly id: string },
): Promise<Channel | null> {
  requireOwnUser({ accessType, user }, params.user, {
    unauthenticated: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    forbidden: 'This contact channel belongs to another user.',
  })
  const [channel] = await listChannels(database, project.id, { userId: params.user, id: params.id })
  return channel ?? null
}

export async function getContactChannel(
  services: Pick<Services, 'database'>,
  request: EndpointRequest<Get>,
): Promise<ResponseOf<Get>> {
  const channel = await findAuthorizedChannel(services, request, request.params)
  if (!channel) throw plainTextError('contactChannelNotFound')
  return serializeContactChannel(channel)
}

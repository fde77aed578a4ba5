import { createCollection } from '../../app/collection.ts'
import { useData } from '../../app/use-data.ts'
import {
  type ContactChannel,
  type ContactChannelUpdate,
  createContactChannel,
  type NewContactChannel,
} from '../../app/user/requests/contact-channel.ts'
import type { UserDeps } from '../../app/user/user-deps.ts'
import type { EndpointError } from '../../requests/account-client.ts'
import type { ServerCore, ServerData } from './server-core.ts'

export interface ServerContactChannelUpdate extends ContactChannelUpdate {
  readonly isVerified?: boolean
}

export interface NewServerContactChannel extends NewContactChannel {
  readonly isVerified?: boolean
}

export interface ServerContactChannel extends ContactChannel {
  update(change: ServerContactChannelUpdate): Promise<void>
}

export interface ServerContactChannelMethods {
  listContactChannels(): Promise<ServerContactChannel[]>
  useContactChannels(): ServerContactChannel[]
  createContactChannel(channel: NewServerContactChannel): Promise<ServerContactChannel>
  /** Sends the verification e-mail of the primary address. */
  sendVerificationEmail(options?: {
    readonly callbackUrl?: string
  }): Promise<EndpointError<'POST /contact-channels/send-verification-code'> | undefined>
}

type WireChannel = ServerData<'GET /contact-channels'>['items'][number]

export function createServerContactChannelMethods(
  core: ServerCore,
  deps: UserDeps,
): ServerContactChannelMethods {
  const { userId } = deps
  const channels = createCollection(core, `contact-channels ${userId}`, async () => {
    const { items } = await core.server('GET /contact-channels', { query: { user_id: userId } })
    return items.map(toChannel)
  })
  const refresh = async () => void (await Promise.all([channels.refresh(), deps.refresh()]))
  const toChannel = (wire: WireChannel): ServerContactChannel => ({
    ...createContactChannel(deps, wire, refresh),
    async update({ usedForAuth, value, isPrimary, isVerified }) {
      const body = { used_for_auth: usedForAuth, value, is_primary: isPrimary, is_verified: isVerified }
      const params = { user: userId, id: wire.id }
      await core.server('PATCH /contact-channels/{user}/{id}', { params, body })
      await refresh()
    },
  })

  return {
    listContactChannels: channels.list,
    useContactChannels: () => useData(channels.data),
    async createContactChannel({ value, type, usedForAuth, isPrimary, isVerified }) {
      const body = {
        user_id: userId,
        value,
        type,
        used_for_auth: usedForAuth,
        is_primary: isPrimary,
        is_verified: isVerified,
      }
      const wire = await core.server('POST /contact-channels', { body })
      await refresh()
      return toChannel(wire)
    },
    async sendVerificationEmail(options) {
      const primary = (await channels.list()).find(({ isPrimary }) => isPrimary)
      await primary?.sendVerificationEmail(options)
      return undefined
    },
  }
}

import type { EndpointError } from '../../requests/account-client.ts'
import { type Collection, createCollection } from '../collection.ts'
import { takeError } from '../result.ts'
import { useData } from '../use-data.ts'
import type { ContactChannel, NewContactChannel } from './requests/contact-channel.ts'
import type { UserDeps, WireUser } from './user-deps.ts'

/** Methods throw the errors of the service, such as CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE. */
export interface ContactChannelMethods {
  listContactChannels(): Promise<ContactChannel[]>
  useContactChannels(): ContactChannel[]
  createContactChannel(channel: NewContactChannel): Promise<ContactChannel>
  /** Sends the verification e-mail of the primary address. Returns the error if none was sent. */
  sendVerificationEmail(): Promise<EndpointError<'POST /contact-channels/send-verification-code'> | undefined>
}

export function createContactChannelMethods(
  deps: UserDeps,
  { primary_email }: WireUser,
): ContactChannelMethods {
  const { core, userId } = deps
  // Few pages show contact channels.
  const requests = () => import('./requests/contact-channel.ts')
  const channels: Collection<ContactChannel> = createCollection(
    core,
    `contact-channels ${userId}`,
    async () => (await requests()).listContactChannels(deps, refresh),
  )
  const refresh = async () => void (await Promise.all([channels.refresh(), deps.refresh()]))

  return {
    listContactChannels: channels.list,
    useContactChannels: () => useData(channels.data),
    createContactChannel: async (channel) => (await requests()).addContactChannel(deps, channel, refresh),
    async sendVerificationEmail() {
      const callback_url = core.redirects.callbackUrl('emailVerification')
      const body = { email: primary_email ?? '', callback_url }
      return takeError(await core.request('POST /contact-channels/send-verification-code', { body }))
    },
  }
}

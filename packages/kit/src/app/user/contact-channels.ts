import { unwrap } from '@parley/client'
import type { EndpointData, EndpointError } from '../../requests/account-client.ts'
import { createCollection } from '../collection.ts'
import { takeError } from '../result.ts'
import { useData } from '../use-data.ts'
import type { UserDeps, WireUser } from './user-deps.ts'

/** An e-mail address of a user. */
export interface ContactChannel {
  readonly id: string
  readonly value: string
  readonly type: 'email'
  readonly isPrimary: boolean
  readonly isVerified: boolean
  /** The user can sign in with it. */
  readonly usedForAuth: boolean
  sendVerificationEmail(options?: { readonly callbackUrl?: string }): Promise<void>
  update(change: ContactChannelUpdate): Promise<void>
  delete(): Promise<void>
}

export interface ContactChannelUpdate {
  readonly usedForAuth?: boolean
  readonly value?: string
  /** Replaces the current primary address. */
  readonly isPrimary?: boolean
}

export interface NewContactChannel {
  readonly value: string
  readonly type: 'email'
  readonly usedForAuth: boolean
  readonly isPrimary?: boolean
}

/** Methods throw the errors of the service, such as CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE. */
export interface ContactChannelMethods {
  listContactChannels(): Promise<ContactChannel[]>
  useContactChannels(): ContactChannel[]
  createContactChannel(channel: NewContactChannel): Promise<ContactChannel>
  /** Sends the verification e-mail of the primary address. Returns the error if none was sent. */
  sendVerificationEmail(): Promise<EndpointError<'POST /contact-channels/send-verification-code'> | undefined>
}

type WireChannel = EndpointData<'GET /contact-channels'>['items'][number]

export function createContactChannelMethods(
  deps: UserDeps,
  { primary_email }: WireUser,
): ContactChannelMethods {
  const { core, userId } = deps
  const channels = createCollection(core, `contact-channels ${userId}`, async () => {
    const query = { user_id: userId }
    const { items } = unwrap(await core.request('GET /contact-channels', { query }))
    return items.map((wire) => createContactChannel(deps, wire, refresh))
  })
  const refresh = async () => void (await Promise.all([channels.refresh(), deps.refresh()]))

  return {
    listContactChannels: channels.list,
    useContactChannels: () => useData(channels.data),
    async createContactChannel({ value, type, usedForAuth, isPrimary }) {
      const body = { user_id: userId, value, type, used_for_auth: usedForAuth, is_primary: isPrimary }
      const wire = unwrap(await core.request('POST /contact-channels', { body }))
      await refresh()
      return createContactChannel(deps, wire, refresh)
    },
    async sendVerificationEmail() {
      const callback_url = core.redirects.callbackUrl('emailVerification')
      const body = { email: primary_email ?? '', callback_url }
      return takeError(await core.request('POST /contact-channels/send-verification-code', { body }))
    },
  }
}

export function createContactChannel(
  { core, userId }: UserDeps,
  wire: WireChannel,
  refresh: () => Promise<void>,
): ContactChannel {
  const params = { user: userId, id: wire.id }
  return {
    id: wire.id,
    value: wire.value,
    type: wire.type,
    isPrimary: wire.is_primary,
    isVerified: wire.is_verified,
    usedForAuth: wire.used_for_auth,
    async sendVerificationEmail({ callbackUrl = core.redirects.callbackUrl('emailVerification') } = {}) {
      const body = { callback_url: callbackUrl }
      unwrap(
        await core.request('POST /contact-channels/{user}/{id}/send-verification-code', { params, body }),
      )
    },
    async update({ usedForAuth, value, isPrimary }) {
      const body = { used_for_auth: usedForAuth, value, is_primary: isPrimary }
      unwrap(await core.request('PATCH /contact-channels/{user}/{id}', { params, body }))
      await refresh()
    },
    async delete() {
      unwrap(await core.request('DELETE /contact-channels/{user}/{id}', { params }))
      await refresh()
    },
  }
}

import { unwrap } from '@parley/client'
import type { EndpointData } from '../../../requests/account-client.ts'
import type { UserDeps } from '../user-deps.ts'

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

type WireChannel = EndpointData<'GET /contact-channels'>['items'][number]

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

export async function listContactChannels(
  deps: UserDeps,
  refresh: () => Promise<void>,
): Promise<ContactChannel[]> {
  const query = { user_id: deps.userId }
  const { items } = unwrap(await deps.core.request('GET /contact-channels', { query }))
  return items.map((wire) => createContactChannel(deps, wire, refresh))
}

export async function addContactChannel(
  deps: UserDeps,
  { value, type, usedForAuth, isPrimary }: NewContactChannel,
  refresh: () => Promise<void>,
): Promise<ContactChannel> {
  const body = { user_id: deps.userId, value, type, used_for_auth: usedForAuth, is_primary: isPrimary }
  const wire = unwrap(await deps.core.request('POST /contact-channels', { body }))
  await refresh()
  return createContactChannel(deps, wire, refresh)
}

import { unwrap } from '@parley/client'
import type { EndpointData } from '../../requests/account-client.ts'
import { createCollection } from '../collection.ts'
import type { AppCore } from '../core.ts'
import { useData } from '../use-data.ts'

/** The owner of an API key. The id of a user is `me` for the signed-in user. */
export type ApiKeyOwner =
  | { readonly type: 'user'; readonly userId: string }
  | { readonly type: 'team'; readonly teamId: string }

/** An API key. Only the creation returns the complete value. */
export type ApiKey<Owner extends ApiKeyOwner = ApiKeyOwner, Value = { readonly lastFour: string }> = Owner & {
  readonly id: string
  readonly description: string
  /** Undefined for a key without an end. */
  readonly expiresAt: Date | undefined
  readonly manuallyRevokedAt: Date | null
  readonly createdAt: Date
  readonly value: Value
  update(change: ApiKeyUpdate): Promise<void>
  /** Revokes the key permanently. */
  revoke(): Promise<void>
  isValid(): boolean
  whyInvalid(): 'manually-revoked' | 'expired' | null
}

export type UserApiKey = ApiKey<Extract<ApiKeyOwner, { type: 'user' }>>
export type UserApiKeyFirstView = ApiKey<Extract<ApiKeyOwner, { type: 'user' }>, string>
export type TeamApiKey = ApiKey<Extract<ApiKeyOwner, { type: 'team' }>>
export type TeamApiKeyFirstView = ApiKey<Extract<ApiKeyOwner, { type: 'team' }>, string>

export interface NewApiKey {
  readonly description: string
  /** Null if the key does not expire. */
  readonly expiresAt: Date | null
  /** The key identifies but does not authorise, and may be published. */
  readonly isPublic?: boolean
}

export interface ApiKeyUpdate {
  readonly description?: string
  /** Accepted from callers of the public SDK. The end of a key cannot be changed. */
  readonly expiresAt?: Date | null
  readonly revoked?: boolean
}

export interface ApiKeyMethods<Key, FirstView> {
  /** Only the result of this method contains the complete value. */
  createApiKey(key: NewApiKey): Promise<FirstView>
  listApiKeys(): Promise<Key[]>
  useApiKeys(): Key[]
}

type WireUserKey = EndpointData<'GET /user-api-keys'>['items'][number]
type WireTeamKey = EndpointData<'GET /team-api-keys'>['items'][number]
type WireKey = Omit<WireUserKey | WireTeamKey, 'value'>

export function createUserApiKeyMethods(
  core: AppCore,
  userId: string,
): ApiKeyMethods<UserApiKey, UserApiKeyFirstView> {
  const toKey = <V>(wire: Omit<WireUserKey, 'value'>, value: V) => ({
    ...createApiKey(core, wire, { value, refresh: keys.refresh, send }),
    type: 'user' as const,
    userId: wire.user_id,
  })
  const keys = createCollection(core, `user-api-keys ${userId}`, async () => {
    const { items } = unwrap(await core.request('GET /user-api-keys', { query: { user_id: userId } }))
    return items.map((wire): UserApiKey => toKey(wire, { lastFour: wire.value.last_four }))
  })
  async function send(id: string, body: KeyPatch): Promise<void> {
    const query = { user_id: userId }
    unwrap(await core.request('PATCH /user-api-keys/{id}', { params: { id }, query, body }))
  }

  return {
    async createApiKey(options) {
      const body = { user_id: userId, ...encodeOptions(options) }
      const wire = unwrap(await core.request('POST /user-api-keys', { body }))
      await keys.refresh()
      return toKey(wire, wire.value)
    },
    listApiKeys: keys.list,
    useApiKeys: () => useData(keys.data),
  }
}

export function createTeamApiKeyMethods(
  core: AppCore,
  teamId: string,
): ApiKeyMethods<TeamApiKey, TeamApiKeyFirstView> {
  const query = { team_id: teamId }
  const toKey = <V>(wire: Omit<WireTeamKey, 'value'>, value: V) => ({
    ...createApiKey(core, wire, { value, refresh: keys.refresh, send }),
    type: 'team' as const,
    teamId: wire.team_id,
  })
  const keys = createCollection(core, `team-api-keys ${teamId}`, async () => {
    const { items } = unwrap(await core.request('GET /team-api-keys', { query }))
    return items.map((wire): TeamApiKey => toKey(wire, { lastFour: wire.value.last_four }))
  })
  async function send(id: string, body: KeyPatch): Promise<void> {
    unwrap(await core.request('PATCH /team-api-keys/{id}', { params: { id }, query, body }))
  }

  return {
    async createApiKey(options) {
      const body = { team_id: teamId, ...encodeOptions(options) }
      const wire = unwrap(await core.request('POST /team-api-keys', { body }))
      await keys.refresh()
      return toKey(wire, wire.value)
    },
    listApiKeys: keys.list,
    useApiKeys: () => useData(keys.data),
  }
}

interface KeyPatch {
  readonly description?: string
  readonly revoked?: true
}

interface KeyDeps<V> {
  readonly value: V
  readonly refresh: () => Promise<void>
  readonly send: (id: string, body: KeyPatch) => Promise<void>
}

function createApiKey<V>({ clock }: AppCore, wire: WireKey, { value, refresh, send }: KeyDeps<V>) {
  const { expires_at_millis, manually_revoked_at_millis } = wire
  const update = async ({ description, revoked }: ApiKeyUpdate) => {
    await send(wire.id, { description, revoked: revoked || undefined })
    await refresh()
  }
  const whyInvalid = () => {
    if (manually_revoked_at_millis !== undefined) return 'manually-revoked'
    return expires_at_millis !== undefined && expires_at_millis < clock.now() ? 'expired' : null
  }
  return {
    id: wire.id,
    description: wire.description,
    expiresAt: expires_at_millis === undefined ? undefined : new Date(expires_at_millis),
    manuallyRevokedAt: manually_revoked_at_millis === undefined ? null : new Date(manually_revoked_at_millis),
    createdAt: new Date(wire.created_at_millis),
    value,
    update,
    revoke: () => update({ revoked: true }),
    isValid: () => whyInvalid() === null,
    whyInvalid,
  } as const
}

function encodeOptions({ description, expiresAt, isPublic }: NewApiKey) {
  return { description, expires_at_millis: expiresAt?.getTime() ?? null, is_public: isPublic }
}

import { unwrap } from '@parley/client'
import type { EndpointData } from '../../requests/account-client.ts'
import type { AppCore } from '../core.ts'
import type {
  ApiKeyUpdate,
  NewApiKey,
  TeamApiKey,
  TeamApiKeyFirstView,
  UserApiKey,
  UserApiKeyFirstView,
} from './api-key.ts'

/** The requests for the API keys of one owner. */
export interface ApiKeyRequests<Key, FirstView> {
  list(): Promise<Key[]>
  create(key: NewApiKey): Promise<FirstView>
}

type WireUserKey = EndpointData<'GET /user-api-keys'>['items'][number]
type WireTeamKey = EndpointData<'GET /team-api-keys'>['items'][number]
type WireKey = Omit<WireUserKey | WireTeamKey, 'value'>

/** @param refresh - Refetches what shows the keys. */
export function createUserApiKeyRequests(
  core: AppCore,
  userId: string,
  refresh: () => Promise<void>,
): ApiKeyRequests<UserApiKey, UserApiKeyFirstView> {
  const query = { user_id: userId }
  const toKey = <V>(wire: Omit<WireUserKey, 'value'>, value: V) => ({
    ...createApiKey(core, wire, { value, refresh, send }),
    type: 'user' as const,
    userId: wire.user_id,
  })
  async function send(id: string, body: KeyPatch): Promise<void> {
    unwrap(await core.request('PATCH /user-api-keys/{id}', { params: { id }, query, body }))
  }

  return {
    async list() {
      const { items } = unwrap(await core.request('GET /user-api-keys', { query }))
      return items.map((wire) => toKey(wire, { lastFour: wire.value.last_four }))
    },
    async create(options) {
      const body = { user_id: userId, ...encodeOptions(options) }
      const wire = unwrap(await core.request('POST /user-api-keys', { body }))
      return toKey(wire, wire.value)
    },
  }
}

/** @param refresh - Refetches what shows the keys. */
export function createTeamApiKeyRequests(
  core: AppCore,
  teamId: string,
  refresh: () => Promise<void>,
): ApiKeyRequests<TeamApiKey, TeamApiKeyFirstView> {
  const query = { team_id: teamId }
  const toKey = <V>(wire: Omit<WireTeamKey, 'value'>, value: V) => ({
    ...createApiKey(core, wire, { value, refresh, send }),
    type: 'team' as const,
    teamId: wire.team_id,
  })
  async function send(id: string, body: KeyPatch): Promise<void> {
    unwrap(await core.request('PATCH /team-api-keys/{id}', { params: { id }, query, body }))
  }

  return {
    async list() {
      const { items } = unwrap(await core.request('GET /team-api-keys', { query }))
      return items.map((wire) => toKey(wire, { lastFour: wire.value.last_four }))
    },
    async create(options) {
      const body = { team_id: teamId, ...encodeOptions(options) }
      const wire = unwrap(await core.request('POST /team-api-keys', { body }))
      return toKey(wire, wire.value)
    },
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

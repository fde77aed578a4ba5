import { createCollection } from '../app/collection.ts'
import { useData } from '../app/use-data.ts'
import type { ServerCore, ServerData } from '../server/app/server-core.ts'

interface InternalApiKeyBase {
  readonly id: string
  readonly description: string
  readonly expiresAt: Date
  readonly manuallyRevokedAt: Date | null
  readonly createdAt: Date
  isValid(): boolean
  whyInvalid(): 'expired' | 'manually-revoked' | null
  /** Revokes all keys of the set permanently. */
  revoke(): Promise<void>
}

type Masked = { readonly lastFour: string } | null

/** A set of keys of the project. */
export interface InternalApiKey extends InternalApiKeyBase {
  readonly publishableClientKey: Masked
  readonly secretServerKey: Masked
  readonly superSecretAdminKey: Masked
}

/** A new set of keys, with their values. */
export interface InternalApiKeyFirstView extends InternalApiKeyBase {
  readonly publishableClientKey?: string
  readonly secretServerKey?: string
  readonly superSecretAdminKey?: string
}

export interface NewInternalApiKey {
  readonly description: string
  readonly expiresAt: Date
  readonly hasPublishableClientKey: boolean
  readonly hasSecretServerKey: boolean
  readonly hasSuperSecretAdminKey: boolean
}

type WireKeys = ServerData<'GET /internal/api-keys'>['items'][number]

export function createInternalApiKeyMethods(core: ServerCore) {
  const keys = createCollection(core, 'internal-api-keys', async () => {
    const { items } = await core.server('GET /internal/api-keys', {})
    return items.map(
      (wire): InternalApiKey => ({
        ...toBase(wire),
        publishableClientKey: toMasked(wire.publishable_client_key),
        secretServerKey: toMasked(wire.secret_server_key),
        superSecretAdminKey: toMasked(wire.super_secret_admin_key),
      }),
    )
  })

  function toBase(wire: Omit<WireKeys, `${string}_key`>): InternalApiKeyBase {
    const revokedAt = wire.manually_revoked_at_millis
    const whyInvalid = () => {
      if (revokedAt !== undefined) return 'manually-revoked'
      return wire.expires_at_millis < core.clock.now() ? 'expired' : null
    }
    return {
      id: wire.id,
      description: wire.description,
      expiresAt: new Date(wire.expires_at_millis),
      manuallyRevokedAt: revokedAt === undefined ? null : new Date(revokedAt),
      createdAt: new Date(wire.created_at_millis),
      isValid: () => whyInvalid() === null,
      whyInvalid,
      async revoke() {
        const body = { revoked: true } as const
        await core.server('PATCH /internal/api-keys/{id}', { params: { id: wire.id }, body })
        await keys.refresh()
      },
    }
  }

  return {
    list: keys.list,
    use: () => useData(keys.data),
    async create(options: NewInternalApiKey): Promise<InternalApiKeyFirstView> {
      const body = {
        description: options.description,
        expires_at_millis: options.expiresAt.getTime(),
        has_publishable_client_key: options.hasPublishableClientKey,
        has_secret_server_key: options.hasSecretServerKey,
        has_super_secret_admin_key: options.hasSuperSecretAdminKey,
      }
      const wire = await core.server('POST /internal/api-keys', { body })
      await keys.refresh()
      return {
        ...toBase(wire),
        publishableClientKey: wire.publishable_client_key,
        secretServerKey: wire.secret_server_key,
        superSecretAdminKey: wire.super_secret_admin_key,
      }
    },
  }
}

function toMasked(wire: { readonly last_four: string } | undefined): Masked {
  return wire ? { lastFour: wire.last_four } : null
}

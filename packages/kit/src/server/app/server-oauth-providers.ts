import { ApiError, type Result } from '@parley/client'
import { type Collection, createCollection } from '../../app/collection.ts'
import { useData } from '../../app/use-data.ts'
import type { AccountError } from '../../requests/account-errors.ts'
import type { ServerCore, ServerData } from './server-core.ts'

export interface NewOAuthProvider {
  readonly userId: string
  /** The id of the account at the provider. */
  readonly accountId: string
  /** The id of the provider in the project. */
  readonly providerConfigId: string
  readonly email?: string
  readonly allowSignIn: boolean
  readonly allowConnectedAccounts: boolean
}

type ServerOAuthProviderUpdate = Partial<Omit<NewOAuthProvider, 'userId' | 'providerConfigId'>>

/** An account at a provider that is linked to a user, as back ends see it. */
export interface ServerOAuthProvider {
  readonly id: string
  /** The id of the provider. */
  readonly type: string
  readonly userId: string
  readonly accountId: string
  readonly email: string | undefined
  readonly allowSignIn: boolean
  readonly allowConnectedAccounts: boolean
  update(change: ServerOAuthProviderUpdate): Promise<Result<undefined, UsedProviderAccount>>
  /** Unlinks the account. */
  delete(): Promise<void>
}

/** Another user signs in with the account. */
export type UsedProviderAccount = AccountError<'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN'>

export interface ServerOAuthProviderMethods {
  listOAuthProviders(): Promise<ServerOAuthProvider[]>
  useOAuthProviders(): ServerOAuthProvider[]
  getOAuthProvider(id: string): Promise<ServerOAuthProvider | null>
  useOAuthProvider(id: string): ServerOAuthProvider | null
}

export function createServerOAuthProviderMethods(
  core: ServerCore,
  userId: string,
): ServerOAuthProviderMethods {
  const providers: Collection<ServerOAuthProvider> = createCollection(
    core,
    `oauth-providers ${userId}`,
    async () => {
      const { items } = await core.server('GET /oauth-providers', { query: { user_id: userId } })
      return items.map((wire) => toProvider(core, wire, providers.refresh))
    },
  )
  const find = (id: string) => (all: readonly ServerOAuthProvider[]) =>
    all.find((each) => each.id === id) ?? null
  return {
    listOAuthProviders: providers.list,
    useOAuthProviders: () => useData(providers.data),
    getOAuthProvider: async (id) => find(id)(await providers.list()),
    useOAuthProvider: (id) => find(id)(useData(providers.data)),
  }
}

export async function createOAuthProvider(
  core: ServerCore,
  { userId, providerConfigId, ...options }: NewOAuthProvider,
): Promise<Result<ServerOAuthProvider, UsedProviderAccount>> {
  const body = {
    user_id: userId,
    provider_config_id: providerConfigId,
    account_id: options.accountId,
    email: options.email,
    allow_sign_in: options.allowSignIn,
    allow_connected_accounts: options.allowConnectedAccounts,
  }
  return await returnUsedAccount(async () =>
    toProvider(core, await core.server('POST /oauth-providers', { body })),
  )
}

function toProvider(
  core: ServerCore,
  wire: ServerData<'GET /oauth-providers'>['items'][number],
  refresh: () => Promise<void> = async () => {},
): ServerOAuthProvider {
  const params = { user: wire.user_id, id: wire.id }
  return {
    id: wire.id,
    type: wire.type,
    userId: wire.user_id,
    accountId: wire.account_id,
    email: wire.email,
    allowSignIn: wire.allow_sign_in,
    allowConnectedAccounts: wire.allow_connected_accounts,
    update: ({ accountId, email, allowSignIn, allowConnectedAccounts }) =>
      returnUsedAccount(async () => {
        const body = {
          account_id: accountId,
          email,
          allow_sign_in: allowSignIn,
          allow_connected_accounts: allowConnectedAccounts,
        }
        await core.server('PATCH /oauth-providers/{user}/{id}', { params, body })
        await refresh()
        return undefined
      }),
    async delete() {
      await core.server('DELETE /oauth-providers/{user}/{id}', { params })
      await refresh()
    },
  }
}

async function returnUsedAccount<T>(send: () => Promise<T>): Promise<Result<T, UsedProviderAccount>> {
  try {
    return { status: 'ok', data: await send() }
  } catch (error) {
    const isUsed =
      error instanceof ApiError && error.code === 'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN'
    if (!isUsed) throw error
    return { status: 'error', error: error as UsedProviderAccount }
  }
}

import { ApiError, unwrap } from '@parley/client'
import type { EndpointData } from '../../requests/account-client.ts'
import { useData } from '../use-data.ts'
import type { UserDeps } from '../user/user-deps.ts'

export interface ConnectedAccountOptions {
  /** Without a connection that has the scopes: link one, throw, or return null (default). */
  readonly or?: 'redirect' | 'throw' | 'return-null'
  readonly scopes?: readonly string[]
}

/** An account of the user at a provider, whose API the application can call. */
export interface OAuthConnection {
  /** The id of the provider. */
  readonly id: string
  getAccessToken(): Promise<{ readonly accessToken: string }>
  useAccessToken(): { readonly accessToken: string }
}

/** A provider account linked to the user, with its uses. */
export interface LinkedProvider {
  readonly id: string
  /** The id of the provider. */
  readonly type: string
  readonly email: string | undefined
  readonly allowSignIn: boolean
  readonly allowConnectedAccounts: boolean
  update(change: { readonly allowSignIn?: boolean; readonly allowConnectedAccounts?: boolean }): Promise<void>
  /** Unlinks the account. */
  delete(): Promise<void>
}

type Definite = ConnectedAccountOptions & { readonly or: 'redirect' | 'throw' }

export interface ConnectedAccountMethods {
  getConnectedAccount(provider: string, options: Definite): Promise<OAuthConnection>
  getConnectedAccount(provider: string, options?: ConnectedAccountOptions): Promise<OAuthConnection | null>
  useConnectedAccount(provider: string, options: Definite): OAuthConnection
  useConnectedAccount(provider: string, options?: ConnectedAccountOptions): OAuthConnection | null
  /**
   * Links an account of a provider: redirects to the provider, and back to the current page. Requests the scopes of the
   * sign-in by default.
   *
   * @throws {ApiError} if the link cannot start, for example with USER_AUTHENTICATION_REQUIRED.
   */
  linkOAuthProvider(provider: string, options?: { readonly scopes?: readonly string[] }): Promise<void>
  listOAuthProviders(): Promise<LinkedProvider[]>
}

/** Errors of a user without a connection that has the scopes. */
const connectionErrors: readonly string[] = [
  'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
  'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
]

export function createConnectedAccountMethods(deps: UserDeps): ConnectedAccountMethods {
  const { core, userId } = deps
  const link = async (provider: string, scopes: readonly string[]) => {
    const { redirectToProvider } = await import('./oauth.ts')
    const { pathname, search, hash } = core.redirects.currentUrl()
    await redirectToProvider(core, { provider, type: 'link', scopes, returnTo: pathname + search + hash })
  }

  async function getConnectedAccount(
    provider: string,
    { or = 'return-null', scopes = [] }: ConnectedAccountOptions = {},
  ): Promise<OAuthConnection | null> {
    const connection = createConnection(deps, provider, scopes)
    try {
      await connection.getAccessToken()
      return connection
    } catch (error) {
      const isMissing = error instanceof ApiError && connectionErrors.includes(error.code)
      if (!isMissing || or === 'throw') throw error
    }
    if (or === 'return-null') return null
    await link(provider, scopes)
    // Never settle: the browser is leaving the page.
    return await new Promise<never>(() => {})
  }

  return {
    getConnectedAccount: getConnectedAccount as ConnectedAccountMethods['getConnectedAccount'],
    useConnectedAccount: ((provider: string, options?: ConnectedAccountOptions) => {
      const name = ['connected-account', userId, provider, options?.or, ...(options?.scopes ?? [])].join(' ')
      return useData(core.userData(name, () => getConnectedAccount(provider, options)))
    }) as ConnectedAccountMethods['useConnectedAccount'],
    linkOAuthProvider: (
      provider,
      { scopes = core.settings.oauthScopesOnSignIn?.[provider.toLowerCase()] ?? [] } = {},
    ) => link(provider, scopes),
    async listOAuthProviders() {
      const { items } = unwrap(await core.request('GET /oauth-providers', { query: { user_id: userId } }))
      return items.map((wire) => createLinkedProvider(deps, wire))
    },
  }
}

function createConnection(
  { core, userId }: UserDeps,
  provider: string,
  scopes: readonly string[],
): OAuthConnection {
  async function getAccessToken() {
    const params = { user: userId, provider }
    const body = { scope: scopes.length > 0 ? scopes.join(' ') : undefined }
    const { access_token } = unwrap(
      await core.request('POST /connected-accounts/{user}/{provider}/access-token', { params, body }),
    )
    return { accessToken: access_token }
  }
  const name = ['provider-token', userId, provider, ...scopes].join(' ')
  return { id: provider, getAccessToken, useAccessToken: () => useData(core.userData(name, getAccessToken)) }
}

function createLinkedProvider(
  { core, userId, refresh }: UserDeps,
  wire: EndpointData<'GET /oauth-providers'>['items'][number],
): LinkedProvider {
  const params = { user: userId, id: wire.id }
  return {
    id: wire.id,
    type: wire.type,
    email: wire.email,
    allowSignIn: wire.allow_sign_in,
    allowConnectedAccounts: wire.allow_connected_accounts,
    async update({ allowSignIn, allowConnectedAccounts }) {
      const body = { allow_sign_in: allowSignIn, allow_connected_accounts: allowConnectedAccounts }
      unwrap(await core.request('PATCH /oauth-providers/{user}/{id}', { params, body }))
      await refresh()
    },
    async delete() {
      unwrap(await core.request('DELETE /oauth-providers/{user}/{id}', { params }))
      await refresh()
    },
  }
}

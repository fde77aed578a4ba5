import { ApiError, unwrap } from '@parley/client'
import type { EndpointData } from '../../requests/account-client.ts'
import { useData } from '../use-data.ts'
import type { UserDeps } from '../user/user-deps.ts'
import type {
  AccountAtProvider,
  ConnectedAccount,
  ConnectedAccountOptions,
  OAuthConnection,
  ProviderToken,
} from './connection.ts'
import { redirectToProvider } from './oauth.ts'

/** Errors of a user without a connection that has the scopes. */
const connectionErrors: readonly string[] = [
  'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
  'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
]

export async function linkAccount(
  { core }: UserDeps,
  provider: string,
  scopes = core.settings.oauthScopesOnSignIn?.[provider.toLowerCase()] ?? [],
): Promise<void> {
  const { pathname, search, hash } = core.redirects.currentUrl()
  await redirectToProvider(core, { provider, type: 'link', scopes, returnTo: pathname + search + hash })
}

interface AccountSearch extends ConnectedAccountOptions {
  readonly listAccounts: () => Promise<readonly ConnectedAccount[]>
}

/** Returns the connection to a provider, or an account at a provider; null without one. */
export async function getConnectedAccount(
  deps: UserDeps,
  choice: string | AccountAtProvider,
  { listAccounts, ...options }: AccountSearch,
): Promise<OAuthConnection | ConnectedAccount | null> {
  if (typeof choice === 'string') return await getConnection(deps, choice, options)
  const { provider, providerAccountId } = choice
  const isChosen = (each: ConnectedAccount) =>
    each.provider === provider && each.providerAccountId === providerAccountId
  return (await listAccounts()).find(isChosen) ?? null
}

async function getConnection(
  deps: UserDeps,
  provider: string,
  { or = 'return-null', scopes = [] }: ConnectedAccountOptions,
): Promise<OAuthConnection | null> {
  const connection = createConnection(deps, provider, scopes)
  try {
    await connection.getAccessToken()
    return connection
  } catch (error) {
    const isMissing = error instanceof ApiError && connectionErrors.includes(error.code)
    if (!isMissing || or === 'throw') throw error
  }
  return or === 'return-null' ? null : await linkForever(deps, provider, scopes)
}

function createConnection(
  { core, userId }: UserDeps,
  provider: string,
  scopes: readonly string[],
): OAuthConnection {
  async function getAccessToken() {
    const params = { user: userId, provider }
    const { access_token } = unwrap(
      await core.request('POST /connected-accounts/{user}/{provider}/access-token', {
        params,
        body: toScopeBody(scopes),
      }),
    )
    return { accessToken: access_token }
  }
  const name = ['provider-token', userId, provider, ...scopes].join(' ')
  return {
    id: provider,
    provider,
    getAccessToken,
    useAccessToken: () => useData(core.userData(name, getAccessToken)),
  }
}

export async function listConnectedAccounts(deps: UserDeps): Promise<ConnectedAccount[]> {
  const { core, userId } = deps
  const { items } = unwrap(await core.request('GET /connected-accounts/{user}', { params: { user: userId } }))
  return items.map((wire) => createConnectedAccount(deps, wire))
}

export async function getOrLinkConnectedAccount(
  deps: UserDeps,
  provider: string,
  scopes: readonly string[],
): Promise<ConnectedAccount> {
  for (const account of await listConnectedAccounts(deps)) {
    if (account.provider !== provider) continue
    if ((await account.getAccessToken({ scopes })).status === 'ok') return account
  }
  return await linkForever(deps, provider, scopes)
}

/** Never settles, because the browser leaves the page. */
async function linkForever(deps: UserDeps, provider: string, scopes: readonly string[]): Promise<never> {
  await linkAccount(deps, provider, scopes)
  return await new Promise<never>(() => {})
}

function createConnectedAccount(
  { core, userId }: UserDeps,
  { provider, provider_account_id }: EndpointData<'GET /connected-accounts/{user}'>['items'][number],
): ConnectedAccount {
  async function getAccessToken({
    scopes = [],
  }: {
    readonly scopes?: readonly string[]
  } = {}): Promise<ProviderToken> {
    const params = { user: userId, provider, account: provider_account_id }
    const result = await core.request('POST /connected-accounts/{user}/{provider}/{account}/access-token', {
      params,
      body: toScopeBody(scopes),
    })
    if (result.status === 'ok') return { status: 'ok', data: { accessToken: result.data.access_token } }
    const { error } = result
    if (error.code === 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE') return { status: 'error', error }
    throw error
  }
  const name = ['account-token', userId, provider, provider_account_id].join(' ')
  return {
    id: provider,
    provider,
    providerAccountId: provider_account_id,
    getAccessToken,
    useAccessToken: (options) =>
      useData(core.userData(`${name} ${options?.scopes?.join(' ')}`, () => getAccessToken(options))),
  }
}

function toScopeBody(scopes: readonly string[]) {
  return { scope: scopes.length > 0 ? scopes.join(' ') : undefined }
}

import { type Collection, createCollection } from '../collection.ts'
import { useData } from '../use-data.ts'
import type { UserDeps } from '../user/user-deps.ts'
import type {
  AccountAtProvider,
  ConnectedAccount,
  ConnectedAccountOptions,
  OAuthConnection,
  Scopes,
} from './connection.ts'
import type { LinkedProvider } from './linked-providers.ts'

type Definite = ConnectedAccountOptions & { readonly or: 'redirect' | 'throw' }

export interface ConnectedAccountMethods {
  getConnectedAccount(provider: string, options: Definite): Promise<OAuthConnection>
  getConnectedAccount(provider: string, options?: ConnectedAccountOptions): Promise<OAuthConnection | null>
  getConnectedAccount(account: AccountAtProvider): Promise<ConnectedAccount | null>
  useConnectedAccount(provider: string, options: Definite): OAuthConnection
  useConnectedAccount(provider: string, options?: ConnectedAccountOptions): OAuthConnection | null
  useConnectedAccount(account: AccountAtProvider): ConnectedAccount | null
  /** Lists the accounts whose provider tokens can be used. */
  listConnectedAccounts(): Promise<ConnectedAccount[]>
  useConnectedAccounts(): ConnectedAccount[]
  /** Returns a connected account that has the scopes, or links one: then the promise never settles. */
  getOrLinkConnectedAccount(provider: string, options?: Scopes): Promise<ConnectedAccount>
  useOrLinkConnectedAccount(provider: string, options?: Scopes): ConnectedAccount
  /**
   * Links an account of a provider: redirects to the provider, and back to the current page. Requests the
   * scopes of the sign-in by default.
   *
   * @throws {ApiError} if the link cannot start, for example with USER_AUTHENTICATION_REQUIRED.
   */
  linkConnectedAccount(provider: string, options?: Scopes): Promise<void>
  /** The same as `linkConnectedAccount`. */
  linkOAuthProvider(provider: string, options?: Scopes): Promise<void>
  listOAuthProviders(): Promise<LinkedProvider[]>
  useOAuthProviders(): LinkedProvider[]
  getOAuthProvider(id: string): Promise<LinkedProvider | null>
  useOAuthProvider(id: string): LinkedProvider | null
}

export function createConnectedAccountMethods(deps: UserDeps): ConnectedAccountMethods {
  const { core, userId } = deps
  // Few applications call the API of a provider.
  const requests = () => import('./provider-requests.ts')
  const accounts = createCollection(core, `connected-accounts ${userId}`, async () =>
    (await requests()).listConnectedAccounts(deps),
  )
  const providers: Collection<LinkedProvider> = createCollection(
    core,
    `oauth-providers ${userId}`,
    async () => (await import('./linked-providers.ts')).listOAuthProviders(deps, providers.refresh),
  )
  const getOrLink = async (provider: string, { scopes = [] }: Scopes = {}) =>
    (await requests()).getOrLinkConnectedAccount(deps, provider, scopes)
  const link = async (provider: string, options: Scopes = {}) =>
    (await requests()).linkAccount(deps, provider, options.scopes)

  const getConnectedAccount = async (choice: string | AccountAtProvider, options?: ConnectedAccountOptions) =>
    (await requests()).getConnectedAccount(deps, choice, { ...options, listAccounts: accounts.list })

  return {
    getConnectedAccount: getConnectedAccount as ConnectedAccountMethods['getConnectedAccount'],
    useConnectedAccount: ((choice: string | AccountAtProvider, options?: ConnectedAccountOptions) => {
      const name = `connected-account ${userId} ${JSON.stringify([choice, options])}`
      return useData(core.userData(name, () => getConnectedAccount(choice, options)))
    }) as ConnectedAccountMethods['useConnectedAccount'],
    listConnectedAccounts: accounts.list,
    useConnectedAccounts: () => useData(accounts.data),
    getOrLinkConnectedAccount: getOrLink,
    useOrLinkConnectedAccount: (provider, options) => {
      const name = `linked-account ${userId} ${JSON.stringify([provider, options])}`
      return useData(core.userData(name, () => getOrLink(provider, options)))
    },
    linkConnectedAccount: link,
    linkOAuthProvider: link,
    listOAuthProviders: providers.list,
    useOAuthProviders: () => useData(providers.data),
    getOAuthProvider: async (id) => findById(await providers.list(), id),
    useOAuthProvider: (id) => findById(useData(providers.data), id),
  }
}

function findById(providers: readonly LinkedProvider[], id: string): LinkedProvider | null {
  return providers.find((each) => each.id === id) ?? null
}

import { type Transport, unwrap } from '@parley/client'
import { type Clock, systemClock } from '@parley/primitives'
import { type CachedData, type CacheEntries, createDataCache, createEntries } from '../cache/data-cache.ts'
import { browserRedirects, createRedirects, type Redirects } from '../redirects/redirects.ts'
import { type HandlerUrls, handlerUrls } from '../redirects/urls.ts'
import { type AccountClient, createAccountClient } from '../requests/account-client.ts'
import { createAccountTransport } from '../requests/account-transport.ts'
import { AuthSession, type AuthSessionOptions } from '../session/auth-session.ts'
import { createCookieTokenStore } from '../session/cookie-token-store.ts'
import { createHttpOnlySession } from '../session/http-only/http-only-session.ts'
import { createMemoryTokenStore } from '../session/memory-token-store.ts'
import { createTokenEndpoint } from '../session/refresh.ts'
import type { TokenStore } from '../session/token-store.ts'
import type { LockManagerLike } from '../session/with-tab-lock.ts'
import type { StackClientAppOptions } from './options.ts'
import { type Project, toProject } from './project/project.ts'

/** The dependencies of the client app's operations. */
export interface AppCore {
  readonly projectId: string
  readonly settings: Pick<
    StackClientAppOptions,
    'baseUrl' | 'projectId' | 'publishableClientKey' | 'oauthScopesOnSignIn'
  >
  readonly urls: HandlerUrls
  readonly clock: Clock
  /** Sends requests without tokens. */
  readonly anonymousTransport: Transport
  readonly session: AuthSession
  /** Sends requests as the signed-in user, or without tokens if no user is signed in. */
  readonly request: AccountClient
  readonly redirects: Redirects
  readonly project: CachedData<Project>
  /** Data of the signed-in user, by name. */
  readonly userData: CacheEntries
}

export function createAppCore(options: StackClientAppOptions): AppCore {
  const { projectId, clock = systemClock } = options
  const urls = handlerUrls(options.urls)
  const anonymousTransport = createAccountTransport(options, null)
  const session = new AuthSession({
    projectId,
    ...createSession(options, anonymousTransport),
    clock,
    locks: options.locks ?? getBrowserLocks(),
  })
  const request = createAccountClient(createAccountTransport(options, session))
  const entries = createEntries()
  const project = createDataCache(async () => toProject(unwrap(await request('GET /projects/current', {}))))

  return {
    projectId,
    settings: options,
    urls,
    clock,
    anonymousTransport,
    session,
    request,
    redirects: createRedirects({ urls, method: options.redirectMethod ?? browserRedirects, clock }),
    project: project.entry(projectId),
    // Entries of one session, so that the data of one user is never shown to the next.
    userData: (name, fetchData) => entries(`${session.tokens.get()?.refreshToken} ${name}`, fetchData),
  }
}

function createSession(
  options: StackClientAppOptions,
  transport: Transport,
): Pick<AuthSessionOptions, 'tokens' | 'endpoint' | 'isHttpOnly'> {
  if (options.tokenStore === 'http-only') return { ...createHttpOnlySession(options), isHttpOnly: true }
  const endpoint = createTokenEndpoint({ ...options, transport })
  return { tokens: selectTokenStore(options.tokenStore, options), endpoint, isHttpOnly: false }
}

function selectTokenStore(
  tokenStore: Exclude<StackClientAppOptions['tokenStore'], 'http-only'>,
  { projectId }: StackClientAppOptions,
): TokenStore {
  if (tokenStore === 'cookie') return createCookieTokenStore({ projectId })
  if (tokenStore === 'memory') return createMemoryTokenStore()
  return 'subscribe' in tokenStore ? tokenStore : createMemoryTokenStore(tokenStore)
}

/** Undefined on insecure origins and in some server runtimes. */
function getBrowserLocks(): LockManagerLike | undefined {
  return (globalThis.navigator as { locks?: LockManagerLike } | undefined)?.locks
}

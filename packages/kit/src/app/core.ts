import { type Transport, unwrap } from '@parley/client'
import { type Clock, systemClock } from '@parley/primitives'
import { type CachedData, type CacheEntries, createDataCache, createEntries } from '../cache/data-cache.ts'
import { completeRedirectMethod } from '../redirects/redirect-method.ts'
import { createRedirects, type Redirects } from '../redirects/redirects.ts'
import { type HandlerUrls, handlerUrls } from '../redirects/urls.ts'
import { type AccountClient, createAccountClient } from '../requests/account-client.ts'
import { createAccountTransport, type TokenSource } from '../requests/account-transport.ts'
import { AuthSession } from '../session/auth-session.ts'
import { createTokenEndpoint, type SessionEndpoint } from '../session/refresh.ts'
import type { TokenStore } from '../session/token-store.ts'
import { getBrowserLocks } from '../session/with-tab-lock.ts'
import type { ResolvedOptions } from './options.ts'
import { type FormProject, toProject } from './project/project.ts'

/** The dependencies of the client app's operations, for one session. */
export interface AppCore {
  readonly projectId: string
  readonly settings: ResolvedOptions
  readonly urls: HandlerUrls
  readonly clock: Clock
  /** Creates the transport of requests with the tokens of a source; null for requests without tokens. */
  readonly createTransport: (tokens: TokenSource | null) => Transport
  /** Sends requests without tokens. */
  readonly anonymousTransport: Transport
  readonly session: AuthSession
  /** Sends requests as the signed-in user, or without tokens if no user is signed in. */
  readonly request: AccountClient
  readonly redirects: Redirects
  readonly project: CachedData<FormProject>
  /** Data of the signed-in user, by name. */
  readonly userData: CacheEntries
}

/** Where the tokens of a session are stored and renewed. */
export interface SessionSource {
  readonly tokens: TokenStore
  /** Renews tokens whose refresh token scripts cannot read. Defaults to the token endpoint. */
  readonly endpoint?: SessionEndpoint
}

export function createAppCore(options: ResolvedOptions, { tokens, endpoint }: SessionSource): AppCore {
  const { projectId, clock = systemClock } = options
  const urls = handlerUrls(options.urls)
  const createTransport = (source: TokenSource | null) => createAccountTransport(options, source)
  const anonymousTransport = createTransport(null)
  const session = new AuthSession({
    projectId,
    tokens,
    endpoint: endpoint ?? createTokenEndpoint({ ...options, transport: anonymousTransport }),
    isHttpOnly: endpoint !== undefined,
    clock,
    locks: options.locks ?? getBrowserLocks(),
  })
  const request = createAccountClient(createTransport(session))
  const entries = createEntries()
  const project = createDataCache(async () => toProject(unwrap(await request('GET /projects/current', {}))))

  return {
    projectId,
    settings: options,
    urls,
    clock,
    createTransport,
    anonymousTransport,
    session,
    request,
    redirects: createRedirects({ urls, method: completeRedirectMethod(options.redirectMethod), clock }),
    project: project.entry(projectId),
    // Entries of one session, so that the data of one user is never shown to the next.
    userData: (name, fetchData) => entries(`${session.tokens.get()?.refreshToken} ${name}`, fetchData),
  }
}

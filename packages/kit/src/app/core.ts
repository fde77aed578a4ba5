import { type CachedData, createDataCache } from '../cache/data-cache.ts'
import { type Clock, systemClock } from '../clock.ts'
import { browserRedirects, createRedirects, type Redirects } from '../redirects/redirects.ts'
import { type HandlerUrls, handlerUrls } from '../redirects/urls.ts'
import { createRequestFunction, type RequestFunction } from '../requests/request.ts'
import { type AuthSession, createAuthSession } from '../session/auth-session.ts'
import { createCookieTokenStore } from '../session/cookie-token-store.ts'
import { createMemoryTokenStore } from '../session/memory-token-store.ts'
import type { TokenStore } from '../session/token-store.ts'
import type { LockManagerLike } from '../session/with-tab-lock.ts'
import { createTransport, type Transport } from '../transport/transport.ts'
import type { StackClientAppOptions } from './options.ts'
import { type Project, toProject } from './project.ts'

/** The dependencies of the client app's operations. */
export interface AppCore {
  readonly projectId: string
  readonly urls: HandlerUrls
  readonly clock: Clock
  readonly transport: Transport
  readonly session: AuthSession
  /** Sends requests as the signed-in user, or without tokens if no user is signed in. */
  readonly request: RequestFunction
  readonly redirects: Redirects
  readonly project: CachedData<Project>
}

export function createAppCore(options: StackClientAppOptions): AppCore {
  const { projectId, clock = systemClock } = options
  const urls = handlerUrls(options.urls)
  const transport = createTransport({ ...options, extraHeaders: options.extraRequestHeaders })
  const session = createAuthSession({
    tokens: selectTokenStore(options),
    transport,
    clock,
    locks: options.locks ?? getBrowserLocks(),
  })
  const request = createRequestFunction(transport, session)
  const project = createDataCache(async () => {
    const result = await request('GET /projects/current', {})
    if (!result.ok) throw result.error
    return toProject(result.data)
  })

  return {
    projectId,
    urls,
    clock,
    transport,
    session,
    request: request,
    redirects: createRedirects({ urls, method: options.redirectMethod ?? browserRedirects, clock }),
    project: project.entry(projectId),
  }
}

function selectTokenStore({ tokenStore, projectId }: StackClientAppOptions): TokenStore {
  if (tokenStore === 'cookie') return createCookieTokenStore({ projectId })
  if (tokenStore === 'memory') return createMemoryTokenStore()
  return 'subscribe' in tokenStore ? tokenStore : createMemoryTokenStore(tokenStore)
}

/** Undefined on insecure origins and in some server runtimes. */
function getBrowserLocks(): LockManagerLike | undefined {
  return (globalThis.navigator as { locks?: LockManagerLike } | undefined)?.locks
}

import { type CachedData, createDataCache } from '../cache/data-cache.ts'
import { type Call, createCall } from '../calls/call.ts'
import { type Clock, systemClock } from '../clock.ts'
import { browserRedirects, createRedirects, type Redirects } from '../redirects/redirects.ts'
import { type HandlerUrls, handlerUrls } from '../redirects/urls.ts'
import type { LockManagerLike } from '../session/alone.ts'
import { createCookieTokenStore } from '../session/cookie-token-store.ts'
import { createMemoryTokenStore } from '../session/memory-token-store.ts'
import { createSession, type Session } from '../session/session.ts'
import type { TokenStore } from '../session/token-store.ts'
import { createTransport, type Transport } from '../transport/transport.ts'
import type { StackClientAppOptions } from './options.ts'
import { type Project, projectOf } from './project.ts'

/** The dependencies of the client app's operations. */
export interface AppCore {
  readonly projectId: string
  readonly urls: HandlerUrls
  readonly clock: Clock
  readonly transport: Transport
  readonly session: Session
  /** Sends requests as the signed-in user, or without tokens if no user is signed in. */
  readonly call: Call
  readonly redirects: Redirects
  readonly project: CachedData<Project>
}

export function createAppCore(options: StackClientAppOptions): AppCore {
  const { projectId, clock = systemClock } = options
  const urls = handlerUrls(options.urls)
  const transport = createTransport({ ...options, extraHeaders: options.extraRequestHeaders })
  const session = createSession({
    tokens: tokenStoreOf(options),
    transport,
    clock,
    locks: options.locks ?? browserLocks(),
  })
  const request = createCall(transport, session)
  const project = createDataCache(async () => {
    const result = await request('GET /projects/current', {})
    if (!result.ok) throw result.error
    return projectOf(result.data)
  })

  return {
    projectId,
    urls,
    clock,
    transport,
    session,
    call: request,
    redirects: createRedirects({ urls, method: options.redirectMethod ?? browserRedirects, clock }),
    project: project.entry(projectId),
  }
}

function tokenStoreOf({ tokenStore, projectId }: StackClientAppOptions): TokenStore {
  if (tokenStore === 'cookie') return createCookieTokenStore({ projectId })
  if (tokenStore === 'memory') return createMemoryTokenStore()
  return 'subscribe' in tokenStore ? tokenStore : createMemoryTokenStore(tokenStore)
}

/** Undefined on insecure origins and in some server runtimes. */
function browserLocks(): LockManagerLike | undefined {
  return (globalThis.navigator as { locks?: LockManagerLike } | undefined)?.locks
}

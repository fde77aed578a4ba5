import {
  createTransport,
  NetworkError,
  TooManyRequestsError,
  type TransportResponse,
  UnexpectedResponseError,
  unwrap,
} from '@parley/client'
import type { Clock } from '@parley/primitives'
import { readSessionId } from '../access-token.ts'
import { type CookieTokenStoreOptions, createPolledTokenStore } from '../cookie-token-store.ts'
import type { SessionEndpoint } from '../refresh.ts'
import { isToken, type TokenStore, type ValidTokens } from '../token-store.ts'
import { type LockManagerLike, sessionLockName, withTabLock } from '../with-tab-lock.ts'
import { createSessionMarker } from './session-marker.ts'

/** Sent with every request, so that a form of another site cannot send one. */
export const sessionHeader = 'x-parley-session'

/** Path of the session endpoint on the application's origin, under `/api/v1`. */
const path = '/session'

/** Fewer than usual: a refresh token can be used again for ten seconds only. */
const maxAttempts = 3

interface HttpOnlySessionOptions extends CookieTokenStoreOptions {
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  readonly random?: () => number
  readonly locks?: LockManagerLike | undefined
}

export interface HttpOnlySession {
  readonly tokens: TokenStore
  readonly endpoint: SessionEndpoint
}

/**
 * Creates a session whose refresh token is in a cookie that scripts cannot read. The application's origin
 * serves the session endpoint, see `createSessionEndpoint` of the server side. The caller runs `start` and
 * `end` under the lock of the session.
 */
export function createHttpOnlySession(options: HttpOnlySessionOptions): HttpOnlySession {
  const marker = createSessionMarker(options)
  const transport = createTransport({
    service: 'application',
    baseUrl: '',
    authorize: async () => ({ headers: { [sessionHeader]: '1' } }),
    readError: () => null,
    isRetryRequested: (status) => status === 503,
    maxAttempts,
    usesCookies: true,
    fetch: options.fetch,
    clock: options.clock,
    random: options.random,
  })
  const send = (value: Request, repeat: 'always' | 'when-idempotent') =>
    transport.send({ method: 'POST', path, repeat, body: { kind: 'json', value } })

  async function start(refreshToken: string): Promise<ValidTokens | null> {
    // Undefined outside browsers.
    if (globalThis.isSecureContext === false)
      throw new Error('This address is not secure. Open it with https:// to sign in.')
    await end().catch(() => {})
    return readTokens(await send({ action: 'start', refresh_token: refreshToken }, 'when-idempotent'))
  }

  /** Sends a sign-out that has not reached the application, unless another tab has signed in since. */
  async function end(): Promise<void> {
    if (!marker.isSignOutPending()) return
    try {
      await send({ action: 'end' }, 'always')
      marker.confirmSignOut()
    } catch (error) {
      // The marker stays, and the next visit repeats the sign-out.
      if (!isUnavailable(error)) throw error
    }
  }

  if (marker.isSignOutPending())
    withTabLock(sessionLockName(options.projectId), options.locks, end).catch(() => {})
  return {
    tokens: createPolledTokenStore(marker),
    endpoint: {
      async start({ refreshToken }) {
        const tokens = await start(refreshToken)
        if (!tokens) throw new Error('The session has ended. Sign in again.')
        return tokens
      },
      refresh: async () => readTokens(await send({ action: 'refresh' }, 'always')),
      end,
    },
  }
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof UnexpectedResponseError) return error.status === 503
  return error instanceof NetworkError || error instanceof TooManyRequestsError
}

type Request =
  | { readonly action: 'start'; readonly refresh_token: string }
  | { readonly action: 'refresh' | 'end' }

/** Returns null when the session has ended. */
function readTokens(response: TransportResponse): ValidTokens | null {
  const { access_token } = unwrap(response as never) as { access_token: unknown }
  const sessionId = isToken(access_token) ? readSessionId(access_token) : null
  return isToken(access_token) && sessionId !== null
    ? { refreshToken: sessionId, accessToken: access_token }
    : null
}

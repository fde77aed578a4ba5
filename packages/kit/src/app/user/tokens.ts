import type { CachedData } from '../../cache/data-cache.ts'
import { encodeAuthorization } from '../../session/authorization-header.ts'
import type { AppCore } from '../core.ts'
import { useData } from '../use-data.ts'

/** The header in which an application's back end receives the tokens. */
export const authHeader = 'x-stack-auth'

/**
 * The tokens of a session. The refresh token is null if scripts cannot read it; both are null once the
 * session has ended.
 */
export interface SessionTokens {
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

export interface CurrentSession {
  getTokens(): Promise<SessionTokens>
  useTokens(): SessionTokens
}

/**
 * The tokens of a session. Methods that begin with `use` render again when the session ends or gets other
 * tokens.
 */
export interface TokenMethods {
  readonly currentSession: CurrentSession
  /** Null once the session has ended. */
  getAccessToken(): Promise<string | null>
  useAccessToken(): string | null
  /** Null if scripts cannot read it, and once the session has ended. */
  getRefreshToken(): Promise<string | null>
  useRefreshToken(): string | null
  getAuthJson(): Promise<SessionTokens>
  useAuthJson(): SessionTokens
  /**
   * The value of the header `Authorization` that identifies the user to the application's back end; null
   * without a user.
   */
  getAuthorizationHeader(): Promise<string | null>
  useAuthorizationHeader(): string | null
  /** The header that identifies the user to the application's back end. */
  getAuthHeaders(): Promise<AuthHeaders>
  useAuthHeaders(): AuthHeaders
}

export type AuthHeaders = { readonly [authHeader]: string }

export function createTokenMethods(core: AppCore): TokenMethods {
  const getTokens = () => fetchTokens(core)
  const useTokens = followTokens(core)
  return {
    currentSession: { getTokens, useTokens },
    getAccessToken: async () => (await getTokens()).accessToken,
    useAccessToken: () => useTokens().accessToken,
    getRefreshToken: async () => (await getTokens()).refreshToken,
    useRefreshToken: () => useTokens().refreshToken,
    getAuthJson: getTokens,
    useAuthJson: useTokens,
    getAuthorizationHeader: async () => toAuthorization(await getTokens()),
    useAuthorizationHeader: () => toAuthorization(useTokens()),
    getAuthHeaders: async () => toAuthHeaders(await getTokens()),
    useAuthHeaders: () => toAuthHeaders(useTokens()),
  }
}

async function fetchTokens({ session }: AppCore): Promise<SessionTokens> {
  const tokens = await session.getValidTokens()
  if (!tokens) return { accessToken: null, refreshToken: null }
  return { refreshToken: session.readableRefreshToken(tokens), accessToken: tokens.accessToken }
}

/** Returns the hook of the tokens, which fetches them again when the session stores others. */
function followTokens(core: AppCore): () => SessionTokens {
  let known: { readonly entry: CachedData<SessionTokens>; readonly data: CachedData<SessionTokens> } | null =
    null
  return () => {
    const entry = core.userData('tokens', () => fetchTokens(core))
    if (known?.entry !== entry) known = { entry, data: { ...entry, subscribe } }
    return useData(known.data)

    function subscribe(listener: () => void): () => void {
      const stop = entry.subscribe(listener)
      const stopFollowing = core.session.tokens.subscribe(() => {
        // The tokens stay as they are; the next request shows the failure.
        entry.refresh().catch(() => {})
      })
      return () => {
        stopFollowing()
        stop()
      }
    }
  }
}

function toAuthHeaders(tokens: SessionTokens): AuthHeaders {
  return { [authHeader]: JSON.stringify(tokens) }
}

function toAuthorization(tokens: SessionTokens): string | null {
  return tokens.accessToken === null ? null : encodeAuthorization(tokens)
}

import { type Transport, UnexpectedResponseError } from '@parley/client'
import { isToken, type ValidTokens } from './token-store.ts'

/** Error codes after which the session no longer exists and the user is signed out. */
export const refreshTokenErrors = new Set<string>([
  'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
  'CANNOT_DELETE_CURRENT_SESSION',
  'PROVIDER_REJECTED',
])

interface TokenEndpointOptions {
  /** Without tokens: the request is authorized by the refresh token in its body. */
  readonly transport: Transport
  readonly projectId: string
  readonly publishableClientKey?: string
}

/** Where a session is stored and renewed, besides the token store. */
export interface SessionEndpoint {
  /** Hands over the tokens of a new session. Returns what the token store stores. */
  start(tokens: ValidTokens): Promise<ValidTokens>
  /** Requests a new access token for stored tokens. Returns null if the session has ended. */
  refresh(refreshToken: string): Promise<ValidTokens | null>
  /** Removes the session from where scripts cannot remove it. */
  end(): Promise<void>
}

/**
 * Creates the client of the token endpoint (RFC 6749 section 6).
 *
 * Refresh tokens are not rotated, so the request can be retried after a network failure. It throws
 * {@link UnexpectedResponseError} if the response is not a token response.
 */
export function createTokenEndpoint({
  transport,
  projectId,
  publishableClientKey,
}: TokenEndpointOptions): SessionEndpoint {
  async function refresh(refreshToken: string): Promise<ValidTokens | null> {
    const response = await transport.send({
      method: 'POST',
      path: '/auth/oauth/token',
      repeat: 'always',
      body: {
        kind: 'form',
        fields: {
          grant_type: 'refresh_token',
          refresh_token: refreshToken,
          client_id: projectId,
          ...(publishableClientKey ? { client_secret: publishableClientKey } : {}),
        },
      },
    })

    if (response.status === 'ok')
      return { refreshToken, accessToken: parseTokenResponse(response.data, response.httpStatus) }
    if (refreshTokenErrors.has(response.error.code)) return null
    throw response.error
  }
  return { start: async (tokens) => tokens, refresh, end: async () => {} }
}

function parseTokenResponse(data: unknown, status: number): string {
  const { access_token, token_type, expires_in, scope } = (data ?? {}) as Record<string, unknown>
  const isTokenResponse =
    isToken(access_token) &&
    typeof token_type === 'string' &&
    /^(bearer|dpop)$/i.test(token_type) &&
    typeof expires_in === 'number' &&
    expires_in > 0 &&
    typeof scope === 'string'

  if (!isTokenResponse) {
    // The error omits the response text, because it may contain a token.
    const message = 'The token endpoint returned no tokens.'
    throw new UnexpectedResponseError({ message, status, text: '', requestId: null })
  }
  return access_token
}

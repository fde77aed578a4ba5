import { type Transport, UnexpectedResponseError } from '@parley/client'
import { isToken } from './token-store.ts'

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

/** Requests a new access token for a refresh token. Returns null if the session has ended. */
export type RequestAccessToken = (refreshToken: string) => Promise<string | null>

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
}: TokenEndpointOptions): RequestAccessToken {
  return async (refreshToken) => {
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

    if (response.status === 'ok') return parseTokenResponse(response.data, response.httpStatus)
    if (refreshTokenErrors.has(response.error.code)) return null
    throw response.error
  }
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
    const message = 'The response of the token endpoint is not a token response.'
    throw new UnexpectedResponseError({ message, status, text: '', requestId: null })
  }
  return access_token
}

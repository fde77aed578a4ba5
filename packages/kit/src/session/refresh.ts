import { UnexpectedResponseError } from '../transport/errors.ts'
import type { Transport } from '../transport/transport.ts'
import { isToken } from './token-store.ts'

/** Error codes after which the session no longer exists and the user is signed out. */
export const refreshTokenErrors = new Set<string>([
  'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
  'CANNOT_DELETE_CURRENT_SESSION',
  'PROVIDER_REJECTED',
])

/**
 * Requests a new access token from the token endpoint (RFC 6749 section 6). Returns null if the session has ended.
 *
 * Refresh tokens are not rotated, so the request can be retried after a network failure.
 *
 * @throws {UnexpectedResponseError} if the response is not a token response.
 */
export async function requestAccessToken(transport: Transport, refreshToken: string): Promise<string | null> {
  const { projectId, publishableClientKey } = transport
  const response = await transport.send(
    {
      method: 'POST',
      path: '/auth/oauth/token',
      retry: 'always',
      body: {
        kind: 'form',
        fields: {
          grant_type: 'refresh_token',
          refresh_token: refreshToken,
          client_id: projectId,
          ...(publishableClientKey ? { client_secret: publishableClientKey } : {}),
        },
      },
    },
    null,
  )

  if (!response.ok) {
    if (refreshTokenErrors.has(response.error.code)) return null
    throw response.error
  }
  return parseTokenResponse(response.data, response.status)
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
    const reason = 'The response of the token endpoint is not a token response.'
    throw new UnexpectedResponseError({ status, text: '', requestId: null, reason })
  }
  return access_token
}

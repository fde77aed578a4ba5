import { UnexpectedAnswer } from '../transport/errors.ts'
import type { Transport } from '../transport/transport.ts'
import { isToken } from './token-store.ts'

/** The session is gone, whatever the reason: its owner is signed out. */
export const refreshTokenErrors = new Set<string>([
  'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
  'CANNOT_DELETE_CURRENT_SESSION',
  'PROVIDER_REJECTED',
])

/**
 * Asks the token endpoint for another access token (RFC 6749 section 6); null when the session has ended.
 *
 * Refresh tokens are not rotated, so the request may be repeated after a network failure.
 *
 * @throws {UnexpectedAnswer} when the answer is not a token response.
 */
export async function requestAccessToken(transport: Transport, refreshToken: string): Promise<string | null> {
  const { projectId, publishableClientKey } = transport
  const answer = await transport.send(
    {
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
    },
    null,
  )

  if (!answer.ok) {
    if (refreshTokenErrors.has(answer.error.code)) return null
    throw answer.error
  }
  return accessTokenOf(answer.data, answer.status)
}

function accessTokenOf(data: unknown, status: number): string {
  const { access_token, token_type, expires_in, scope } = (data ?? {}) as Record<string, unknown>
  const isTokenResponse =
    isToken(access_token) &&
    typeof token_type === 'string' &&
    /^(bearer|dpop)$/i.test(token_type) &&
    typeof expires_in === 'number' &&
    expires_in > 0 &&
    typeof scope === 'string'

  if (!isTokenResponse) {
    // The text stays out of the error, because it may hold a token.
    const reason = 'The answer of the token endpoint is not a token response.'
    throw new UnexpectedAnswer({ status, text: '', requestId: null, reason })
  }
  return access_token
}

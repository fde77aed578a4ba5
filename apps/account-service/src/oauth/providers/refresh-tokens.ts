import * as oauth from 'oauth4webapi'
import type { Services } from '../../services.ts'
import type { OpenProvider } from './open-provider.ts'
import { ProviderError } from './provider-error.ts'
import { normalizeTokenResponse, type ProviderTokens, toProviderTokens } from './token-response.ts'

/** Errors that concern the client or the provider, not the token. */
const nonTokenErrors: ReadonlySet<string> = new Set([
  'invalid_client',
  'unauthorized_client',
  'server_error',
  'temporarily_unavailable',
  'slow_down',
])

/**
 * Exchanges a refresh token for an access token (RFC 6749, section 6).
 *
 * @throws {ProviderError} `refused` if the provider no longer accepts the refresh token.
 */
export async function refreshTokens(
  { now }: Pick<Services, 'now'>,
  provider: OpenProvider,
  { refreshToken, scopes }: { readonly refreshToken: string; readonly scopes: readonly string[] },
): Promise<ProviderTokens> {
  const { server, client, authentication, http } = provider
  try {
    const response = await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, http)
    const tokenResponse = await oauth.processRefreshTokenResponse(
      server,
      client,
      await normalizeTokenResponse(provider, response),
    )
    return toProviderTokens(provider, tokenResponse, { requested: scopes, now: now() })
  } catch (error) {
    const isRefused = error instanceof oauth.ResponseBodyError && !nonTokenErrors.has(error.error)
    throw new ProviderError(
      isRefused ? 'refused' : 'unusable',
      isRefused
        ? 'The provider rejected the refresh token.'
        : 'The provider returned an unexpected response.',
      { cause: error },
    )
  }
}

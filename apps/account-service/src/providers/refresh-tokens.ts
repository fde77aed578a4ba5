import * as oauth from 'oauth4webapi'
import type { Services } from '../services.ts'
import type { OpenProvider } from './open-provider.ts'
import { ProviderFailure } from './provider-failure.ts'
import { type ProviderTokens, tidied, tokensOf } from './token-answer.ts'

/** Errors that concern the client or the provider, not the token. */
const notOfTheToken: ReadonlySet<string> = new Set([
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
    const answer = await oauth.processRefreshTokenResponse(server, client, await tidied(provider, response))
    return tokensOf(provider, answer, { asked: scopes, now: now() })
  } catch (error) {
    const isRefused = error instanceof oauth.ResponseBodyError && !notOfTheToken.has(error.error)
    throw new ProviderFailure(
      isRefused ? 'refused' : 'unusable',
      isRefused
        ? 'The provider rejected the refresh token.'
        : 'The provider returned an unexpected response.',
      { cause: error },
    )
  }
}

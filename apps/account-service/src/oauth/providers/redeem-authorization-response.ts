import * as oauth from 'oauth4webapi'
import type { Services } from '../../services.ts'
import type { AuthorizationSecrets } from './authorization-url.ts'
import { fetchProfile } from './fetch-profile.ts'
import type { OpenProvider } from './open-provider.ts'
import { ProviderError } from './provider-error.ts'
import type { Profile } from './provider-metadata.ts'
import { normalizeTokenResponse, type ProviderTokens, toProviderTokens } from './token-response.ts'

interface AuthorizationResponse {
  /** Parameters of the authorization response. */
  readonly parameters: URLSearchParams
  readonly binding: AuthorizationSecrets
  /** Requested scopes. */
  readonly scopes: readonly string[]
}

/** Error codes that mean denied consent (RFC 6749, section 4.1.2.1; OpenID Connect Core, section 3.1.2.6). */
const denials: ReadonlySet<string> = new Set([
  'access_denied',
  'consent_required',
  'login_required',
  'interaction_required',
  'account_selection_required',
  'user_cancelled_login',
  'user_cancelled_authorize',
])

/**
 * Validates an authorization response, exchanges its code for tokens, and loads the profile.
 *
 * @throws {ProviderError}
 */
export async function redeemAuthorizationResponse(
  { now }: Pick<Services, 'now'>,
  provider: OpenProvider,
  { parameters, binding, scopes }: AuthorizationResponse,
): Promise<{ profile: Profile; tokens: ProviderTokens }> {
  const { server, client, authentication, http, metadata, redirectUri } = provider
  try {
    const checked = oauth.validateAuthResponse(
      server,
      client,
      dropUnverifiableIssuer(provider, parameters),
      binding.state,
    )
    const verifier = metadata.lacksPkce ? oauth.nopkce : binding.verifier
    const response = await normalizeTokenResponse(
      provider,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication,
        checked,
        redirectUri,
        verifier,
        http,
      ),
    )
    const isByIdToken = metadata.profile === 'id-token'
    const tokenResponse = await oauth.processAuthorizationCodeResponse(server, client, response, {
      requireIdToken: isByIdToken,
      expectedNonce: isByIdToken ? binding.nonce : oauth.expectNoNonce,
    })
    if (isByIdToken) await oauth.validateApplicationLevelSignature(server, response, http)
    return {
      profile: await fetchProfile(provider, tokenResponse, parameters),
      tokens: toProviderTokens(provider, tokenResponse, { requested: scopes, now: now() }),
    }
  } catch (error) {
    throw toProviderError(error)
  }
}

/** RFC 9207: a provider without a known issuer has nothing to compare `iss` with. */
function dropUnverifiableIssuer({ metadata }: OpenProvider, parameters: URLSearchParams): URLSearchParams {
  const filtered = new URLSearchParams(parameters)
  if (metadata.issuer === undefined) filtered.delete('iss')
  return filtered
}

function toProviderError(error: unknown): Error {
  if (error instanceof ProviderError) return error
  const cause = { cause: error }
  if (error instanceof oauth.AuthorizationResponseError && denials.has(error.error))
    return new ProviderError('denied', 'The sign-in provider denied access.', cause)
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError)
    return new ProviderError('refused', 'The sign-in provider rejected its own authorization code.', cause)
  return new ProviderError('unusable', 'The sign-in provider returned an unexpected response.', cause)
}

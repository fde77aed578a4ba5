import * as oauth from 'oauth4webapi'
import type { Services } from '../services.ts'
import type { Binding } from './authorization-request.ts'
import type { Profile } from './facts.ts'
import type { OpenProvider } from './open-provider.ts'
import { ProviderFailure } from './provider-failure.ts'
import { readProfile } from './read-profile.ts'
import { type ProviderTokens, tidied, tokensOf } from './token-answer.ts'

interface Answer {
  /** Parameters of the authorization response. */
  readonly parameters: URLSearchParams
  readonly binding: Binding
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
 * @throws {ProviderFailure}
 */
export async function redeemAnswer(
  { now }: Pick<Services, 'now'>,
  provider: OpenProvider,
  { parameters, binding, scopes }: Answer,
): Promise<{ profile: Profile; tokens: ProviderTokens }> {
  const { server, client, authentication, http, facts, redirectUri } = provider
  try {
    const checked = oauth.validateAuthResponse(
      server,
      client,
      withoutForeignIssuer(provider, parameters),
      binding.state,
    )
    const verifier = facts.withoutPkce ? oauth.nopkce : binding.verifier
    const response = await tidied(
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
    const isByIdToken = facts.profile === 'id-token'
    const answer = await oauth.processAuthorizationCodeResponse(server, client, response, {
      requireIdToken: isByIdToken,
      expectedNonce: isByIdToken ? binding.nonce : oauth.expectNoNonce,
    })
    if (isByIdToken) await oauth.validateApplicationLevelSignature(server, response, http)
    return {
      profile: await readProfile(provider, answer, parameters),
      tokens: tokensOf(provider, answer, { asked: scopes, now: now() }),
    }
  } catch (error) {
    throw explained(error)
  }
}

/** RFC 9207: a provider without a known issuer has nothing to compare `iss` with. */
function withoutForeignIssuer({ facts }: OpenProvider, parameters: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(parameters)
  if (facts.issuer === undefined) kept.delete('iss')
  return kept
}

function explained(error: unknown): Error {
  if (error instanceof ProviderFailure) return error
  const cause = { cause: error }
  if (error instanceof oauth.AuthorizationResponseError && denials.has(error.error))
    return new ProviderFailure('denied', 'The sign-in provider denied access.', cause)
  if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError)
    return new ProviderFailure('refused', 'The sign-in provider rejected its own authorization code.', cause)
  return new ProviderFailure('unusable', 'The sign-in provider returned an unexpected response.', cause)
}

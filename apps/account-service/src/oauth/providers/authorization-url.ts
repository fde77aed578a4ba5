import * as oauth from 'oauth4webapi'
import type { OpenProvider } from './open-provider.ts'

/** Secrets that bind an authorization response to its request. */
export interface AuthorizationSecrets {
  readonly state: string
  /** PKCE (RFC 7636). */
  readonly verifier: string
  /** OpenID Connect Core, section 3.1.2.1. */
  readonly nonce: string
}

/** Returns the default scopes of a provider and the additional ones. */
export function requestedScopes({ metadata }: OpenProvider, additional: readonly string[]): string[] {
  return [...new Set([...metadata.scopes, ...additional])]
}

/** Returns the URL of the authorization request (RFC 6749, section 4.1.1). */
export async function authorizationUrl(
  provider: OpenProvider,
  { state, verifier, nonce }: AuthorizationSecrets,
  scopes: readonly string[],
): Promise<URL> {
  const { metadata, clientId, redirectUri } = provider
  const url = new URL(metadata.authorizationEndpoint)
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.join(' '),
    state,
    access_type: 'offline',
    prompt: 'consent',
    ...(metadata.lacksPkce
      ? {}
      : {
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
    ...(metadata.profile === 'id-token' ? { nonce } : {}),
    ...metadata.parameters,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}

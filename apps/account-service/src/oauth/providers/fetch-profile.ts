import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import type { OpenProvider } from './open-provider.ts'
import { firstName, toProfileFromClaims } from './profiles.ts'
import { ProviderError } from './provider-error.ts'
import type { Profile, ProfileRequests } from './provider-metadata.ts'

/**
 * Loads the profile of the user the tokens belong to.
 *
 * @throws {ProviderError} `refused`; other errors for unexpected responses.
 */
export async function fetchProfile(
  provider: OpenProvider,
  tokenResponse: oauth.TokenEndpointResponse,
  parameters: URLSearchParams,
): Promise<Profile> {
  const { profile } = provider.metadata
  if (profile === 'id-token') return await fetchIdTokenProfile(provider, tokenResponse, parameters)

  const responses: Record<string, unknown> = {}
  for (const [name, url] of Object.entries(profile.requests)) {
    const response = await requestProfile(provider, profile, url, tokenResponse.access_token)
    if (!response.ok)
      throw new ProviderError('refused', 'The sign-in provider did not return the user profile.')
    responses[name] = await response.json().catch(() => null)
  }
  return profile.read(responses)
}

/** Returns whether the provider accepts an access token. An unreachable provider counts as accepting. */
export async function isAccessTokenAccepted(provider: OpenProvider, accessToken: string): Promise<boolean> {
  const { profile } = provider.metadata
  const url = profile === 'id-token' ? provider.server.userinfo_endpoint : Object.values(profile.requests)[0]
  if (url === undefined) return true
  try {
    const { status } = await requestProfile(
      provider,
      profile === 'id-token' ? null : profile,
      url,
      accessToken,
    )
    return status !== 400 && status !== 401
  } catch {
    return true
  }
}

async function requestProfile(
  { http, clientId }: OpenProvider,
  profile: ProfileRequests | null,
  url: string,
  accessToken: string,
): Promise<Response> {
  return await http[oauth.customFetch](url, {
    method: 'GET',
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${accessToken}`,
      'user-agent': 'parley',
      ...(profile?.clientIdHeader ? { [profile.clientIdHeader]: clientId } : {}),
    },
    body: undefined,
    signal: undefined,
  })
}

/** Returns the claims of a validated ID token and of the userinfo endpoint for the same subject. */
async function fetchIdTokenProfile(
  { server, client, http }: OpenProvider,
  tokenResponse: oauth.TokenEndpointResponse,
  parameters: URLSearchParams,
): Promise<Profile> {
  const claims = oauth.getValidatedIdTokenClaims(tokenResponse)
  // The library checks `azp` only if there are several audiences.
  if (!claims || (claims.azp !== undefined && claims.azp !== client.client_id))
    throw new ProviderError('refused', 'The ID token of the sign-in provider was issued to another client.')

  const isComplete = claims.email !== undefined || !server.userinfo_endpoint
  const userInfo = isComplete
    ? {}
    : await oauth.processUserInfoResponse(
        server,
        client,
        claims.sub,
        await oauth.userInfoRequest(server, client, tokenResponse.access_token, http),
      )
  const profile = toProfileFromClaims({ ...userInfo, ...claims })
  return { ...profile, displayName: profile.displayName ?? parseFormName(parameters) }
}

const userInForm = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }),
})

/** Apple sends the name once, in the posted form beside the ID token. It is unverified. */
function parseFormName(parameters: URLSearchParams): string | null {
  try {
    const { name } = userInForm.parse(JSON.parse(parameters.get('user') ?? ''))
    return firstName([[name.firstName, name.lastName].filter(Boolean).join(' ')])
  } catch {
    return null
  }
}

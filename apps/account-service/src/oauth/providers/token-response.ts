import type * as oauth from 'oauth4webapi'
import { z } from 'zod'
import type { OpenProvider } from './open-provider.ts'

/** Tokens of a provider account. */
export interface ProviderTokens {
  readonly accessToken: string
  /** Null if the provider does not specify it. */
  readonly accessExpiresAt: Date | null
  readonly refreshToken: string | null
  /** Granted scopes of both tokens. */
  readonly scopes: readonly string[]
  /** The client that obtained them, see `toIssuedTo`. */
  readonly issuedTo: string
}

/** Others are dropped: a provider can send a hundred thousand. */
const responseMembers = z.object({
  access_token: z.unknown().optional(),
  token_type: z.unknown().optional(),
  expires_in: z.unknown().optional(),
  refresh_token: z.unknown().optional(),
  scope: z.unknown().optional(),
  id_token: z.unknown().optional(),
  error: z.unknown().optional(),
  error_description: z.unknown().optional(),
  error_uri: z.unknown().optional(),
})

/** Ten years. Longer ones are not dates. */
const maxLifetimeMs = 10 * 365 * 24 * 60 * 60_000

/**
 * Normalises a token response to RFC 6749, section 5: some providers return errors with status 200, list
 * scopes as an array, or omit `token_type`. Drops an unexpected ID token.
 */
export async function normalizeTokenResponse(
  { metadata }: OpenProvider,
  response: Response,
): Promise<Response> {
  const parsed = responseMembers.safeParse(await response.json().catch(() => null))
  if (!parsed.success) return new Response('null', { status: response.ok ? 502 : response.status })

  const { id_token, scope, ...tokenResponse } = parsed.data
  const isFailure = typeof tokenResponse.error === 'string'
  const body = {
    ...(isFailure ? {} : { token_type: 'bearer' }),
    ...tokenResponse,
    ...(metadata.profile === 'id-token' && id_token !== undefined ? { id_token } : {}),
    ...(scope === undefined ? {} : { scope: Array.isArray(scope) ? scope.join(' ') : scope }),
  }
  return Response.json(body, { status: isFailure && response.ok ? 400 : response.status })
}

/** Returns the tokens of a response with their granted scopes. */
export function toProviderTokens(
  provider: OpenProvider,
  tokenResponse: oauth.TokenEndpointResponse,
  { requested, now }: { readonly requested: readonly string[]; readonly now: Date },
): ProviderTokens {
  const { metadata } = provider
  const lifetimeMs =
    tokenResponse.expires_in === undefined ? metadata.defaultLifetimeMs : tokenResponse.expires_in * 1000
  return {
    accessToken: tokenResponse.access_token,
    accessExpiresAt:
      lifetimeMs === undefined ? null : new Date(now.getTime() + Math.min(lifetimeMs, maxLifetimeMs)),
    refreshToken: tokenResponse.refresh_token ?? null,
    scopes: grantedScopes(metadata, tokenResponse, requested),
    issuedTo: toIssuedTo(provider),
  }
}

/**
 * Identifies the credentials of a provider. The client id alone does not: a project may enter that of the
 * shared credentials, which is public.
 */
export function toIssuedTo({ isShared, clientId }: Pick<OpenProvider, 'isShared' | 'clientId'>): string {
  return isShared ? 'shared' : `own ${clientId}`
}

/** Each requested scope is compared with each of these, which an issuer of a stranger may have named. */
const maxNamedScopes = 1_000

/**
 * Returns the granted scopes among the requested ones. Without `scope` in the response, all were granted (RFC
 * 6749, section 5.1). The default scopes always count: sign-in would have failed without them.
 */
function grantedScopes(
  metadata: OpenProvider['metadata'],
  { scope, refresh_token }: oauth.TokenEndpointResponse,
  requested: readonly string[],
): string[] {
  if (!scope) return [...requested]
  const named = scope
    .split(/[\s,]+/)
    .filter((name) => name !== '')
    .slice(0, maxNamedScopes)
  const isGranted = metadata.isGranted ?? ((wanted) => named.includes(wanted))
  return requested.filter(
    (wanted) =>
      metadata.scopes.includes(wanted) ||
      isGranted(wanted, named) ||
      // Some providers list it; for others the refresh token itself shows the grant.
      (wanted === 'offline_access' && refresh_token !== undefined),
  )
}

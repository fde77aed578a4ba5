import type * as oauth from 'oauth4webapi'
import { z } from 'zod'
import type { OpenProvider } from './open-provider.ts'

/** What a provider gave for an account. */
export interface ProviderTokens {
  readonly accessToken: string
  /** Null where the provider does not say. */
  readonly accessExpiresAt: Date | null
  readonly refreshToken: string | null
  /** What both allow. */
  readonly scopes: readonly string[]
}

const json = z.record(z.string(), z.unknown())

/**
 * An answer of a token endpoint in the form of RFC 6749 section 5: some providers answer a failure with 200, name scopes
 * in a list, or leave out what kind a token is. An ID token that nothing asks for is left unread.
 */
export async function tidied({ facts }: OpenProvider, response: Response): Promise<Response> {
  const parsed = json.safeParse(await response.json().catch(() => null))
  if (!parsed.success) return new Response('null', { status: response.ok ? 502 : response.status })

  const { id_token, scope, ...answer } = parsed.data
  const isFailure = typeof answer.error === 'string'
  const body = {
    ...(isFailure ? {} : { token_type: 'bearer' }),
    ...answer,
    ...(facts.profile === 'id-token' && id_token !== undefined ? { id_token } : {}),
    ...(scope === undefined ? {} : { scope: Array.isArray(scope) ? scope.join(' ') : scope }),
  }
  return Response.json(body, { status: isFailure && response.ok ? 400 : response.status })
}

/** The tokens of an answer, with the scopes that they were granted. */
export function tokensOf(
  { facts }: OpenProvider,
  answer: oauth.TokenEndpointResponse,
  { asked, now }: { readonly asked: readonly string[]; readonly now: Date },
): ProviderTokens {
  const lifeMs = answer.expires_in === undefined ? facts.assumedLifeMs : answer.expires_in * 1000
  return {
    accessToken: answer.access_token,
    accessExpiresAt: lifeMs === undefined ? null : new Date(now.getTime() + lifeMs),
    refreshToken: answer.refresh_token ?? null,
    scopes: grantedScopes(facts, answer, asked),
  }
}

/**
 * What was granted of what was asked for. A provider that names no scopes has granted them all (RFC 6749 section 5.1).
 * Those that it is always asked for count in any case: without them nobody could have been recognised.
 */
function grantedScopes(
  facts: OpenProvider['facts'],
  { scope, refresh_token }: oauth.TokenEndpointResponse,
  asked: readonly string[],
): string[] {
  if (!scope) return [...asked]
  const named = scope.split(/[\s,]+/).filter((name) => name !== '')
  const isGranted = facts.isGranted ?? ((wanted) => named.includes(wanted))
  return asked.filter(
    (wanted) =>
      facts.scopes.includes(wanted) ||
      isGranted(wanted, named) ||
      // Some name it, for others the refresh token itself is the answer.
      (wanted === 'offline_access' && refresh_token !== undefined),
  )
}

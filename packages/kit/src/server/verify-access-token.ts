import { createKeySet, KeysUnavailableError } from './key-set.ts'

export { KeysUnavailableError }

export interface AccessTokenVerifierOptions {
  /** The expected `aud` claim. */
  readonly projectId: string
  /** The expected `iss` claim: `{public accounts origin}/api/v1/projects/{project id}`. */
  readonly issuer: string
  /** URL of the public keys. Defaults to `/.well-known/jwks.json` below the issuer. */
  readonly jwksUrl?: string
  readonly fetch?: typeof fetch
  /** Epoch milliseconds. */
  readonly now?: () => number
}

/** The claims of a verified token. Times are epoch milliseconds. */
export interface AccessTokenClaims {
  readonly userId: string
  readonly projectId: string
  /** The session (refresh token) that the token was issued for. */
  readonly sessionId: string
  readonly issuedAtMs: number
  readonly expiresAtMs: number
}

/** The codes are error codes of the contract, so that a service can return them unchanged. */
export type AccessTokenVerdict =
  | { readonly status: 'ok'; readonly claims: AccessTokenClaims }
  | { readonly status: 'error'; readonly code: 'UNPARSABLE_ACCESS_TOKEN' }
  | { readonly status: 'error'; readonly code: 'ACCESS_TOKEN_EXPIRED'; readonly expiredAtMs: number }
  | {
      readonly status: 'error'
      readonly code: 'INVALID_PROJECT_FOR_ACCESS_TOKEN'
      readonly expectedProjectId: string
      readonly actualProjectId: string
    }

/** @throws {KeysUnavailableError} if the public keys cannot be fetched and the key is not cached. */
export type VerifyAccessToken = (token: string) => Promise<AccessTokenVerdict>

const unparsable = { status: 'error', code: 'UNPARSABLE_ACCESS_TOKEN' } as const

/**
 * Creates a function that verifies access tokens with the cached public keys of the account service.
 *
 * Only ES256 is accepted (RFC 8725 section 3.1); `iss`, `aud` and `exp` are checked; the `jku`, `jwk` and
 * `x5u` header parameters are ignored.
 */
export function createAccessTokenVerifier(options: AccessTokenVerifierOptions): VerifyAccessToken {
  const { projectId, issuer, now = Date.now } = options
  const keys = createKeySet({
    url: options.jwksUrl ?? `${issuer}/.well-known/jwks.json`,
    fetch: options.fetch ?? globalThis.fetch,
    now,
  })

  return async (token) => {
    const parts = token.split('.')
    const [headerText = '', payloadText = '', signatureText = ''] = parts
    const header = parts.length === 3 ? readJson(headerText) : null
    if (!header || !isTrustedHeader(header)) return unparsable

    const key = await keys.find(header.kid)
    const signature = readBase64Url(signatureText)
    if (!key || !signature) return unparsable

    const signed = new TextEncoder().encode(`${headerText}.${payloadText}`)
    if (!(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, signed)))
      return unparsable

    return validateClaims(readJson(payloadText), { projectId, issuer, nowMs: now() })
  }
}

function isTrustedHeader(header: Record<string, unknown>): header is { kid: string } {
  const { alg, kid, typ, crit } = header
  // No critical extensions are supported, so `crit` makes the token invalid (RFC 7515 section 4.1.11).
  return (
    alg === 'ES256' && typeof kid === 'string' && (typ === undefined || typ === 'JWT') && crit === undefined
  )
}

function validateClaims(
  payload: Record<string, unknown> | null,
  { projectId, issuer, nowMs }: { projectId: string; issuer: string; nowMs: number },
): AccessTokenVerdict {
  if (!payload) return unparsable
  const { sub, aud, iss, iat, exp, refreshTokenId, role } = payload
  if (typeof sub !== 'string' || typeof aud !== 'string' || typeof refreshTokenId !== 'string')
    return unparsable
  if (typeof iat !== 'number' || typeof exp !== 'number' || role !== 'authenticated') return unparsable

  if (aud !== projectId) {
    return {
      status: 'error',
      code: 'INVALID_PROJECT_FOR_ACCESS_TOKEN',
      expectedProjectId: projectId,
      actualProjectId: aud,
    }
  }
  if (iss !== issuer) return unparsable
  if (exp * 1000 <= nowMs) return { status: 'error', code: 'ACCESS_TOKEN_EXPIRED', expiredAtMs: exp * 1000 }

  return {
    status: 'ok',
    claims: {
      userId: sub,
      projectId: aud,
      sessionId: refreshTokenId,
      issuedAtMs: iat * 1000,
      expiresAtMs: exp * 1000,
    },
  }
}

function readBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text)) return null
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function readJson(base64Url: string): Record<string, unknown> | null {
  const bytes = readBase64Url(base64Url)
  if (!bytes) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

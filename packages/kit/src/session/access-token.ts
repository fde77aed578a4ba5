/** Returns the id of the session of an access token, unverified; null if it cannot be parsed. */
export function readSessionId(token: string): string | null {
  const sessionId = parseClaims(token)?.refreshTokenId
  return typeof sessionId === 'string' ? sessionId : null
}

/** Returns the id of the user of an access token, unverified; null if it cannot be parsed. */
export function readUserId(token: string): string | null {
  const userId = parseClaims(token)?.sub
  return typeof userId === 'string' ? userId : null
}

/** Returns whether the user of an access token is anonymous, unverified; false if it cannot be parsed. */
export function readIsAnonymous(token: string): boolean {
  return parseClaims(token)?.is_anonymous === true
}

/**
 * Returns the `iat` and `exp` claims of an access token in epoch milliseconds, unverified; null if it cannot
 * be parsed.
 */
export function readAccessTokenTimes(token: string): { issuedAtMs: number; expiresAtMs: number } | null {
  const { iat, exp } = parseClaims(token) ?? {}
  if (typeof exp !== 'number' || typeof iat !== 'number') return null
  return { issuedAtMs: iat * 1_000, expiresAtMs: exp * 1_000 }
}

/** Returns the claims of an access token, unverified; null if it cannot be parsed. */
export function parseClaims(token: string): Record<string, unknown> | null {
  try {
    const payload = token.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return null
  }
}

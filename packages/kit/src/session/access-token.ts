/** Returns the `iat` and `exp` claims of an access token in epoch milliseconds, unverified; null if it cannot be parsed. */
export function readAccessTokenTimes(token: string): { issuedAtMs: number; expiresAtMs: number } | null {
  try {
    const payload = token.split('.')[1] ?? ''
    const { iat, exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof exp !== 'number' || typeof iat !== 'number') return null
    return { issuedAtMs: iat * 1_000, expiresAtMs: exp * 1_000 }
  } catch {
    return null
  }
}

/** Attempts of one request, the first included. */
export const defaultMaxAttempts = 5

const baseDelayMs = 1_000

/** Users do not wait longer: a longer wait that the service requests becomes an error. */
export const maxRetryAfterMs = 10_000

/**
 * Returns the delay after attempt number `attempt` (from 0), in milliseconds: doubled each time and spread by
 * half in both directions, so that the clients of one failed server do not return together.
 *
 * @param random - From 0 to 1.
 */
export function retryDelayMs(attempt: number, random: () => number): number {
  return (0.5 + random()) * baseDelayMs * 2 ** attempt
}

/** Returns `Retry-After` in milliseconds; null when it is missing or a date. */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : null
}

const idempotentMethods = new Set(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'])

/**
 * Returns whether a request may be repeated when it is unknown whether it arrived (RFC 9110, section 9.2.2).
 */
export function isIdempotent(method: string): boolean {
  return idempotentMethods.has(method)
}

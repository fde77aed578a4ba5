/** Maximum attempts per request, the first included. */
export const maxAttempts = 5

const baseDelayMs = 1_000

/** Longest Retry-After that is waited for. Longer waits become an error, because the user is waiting. */
export const maxWaitMs = 10_000

/**
 * Returns the delay after attempt number `attempt` (from 0) in milliseconds: exponential with ±50 % jitter, so that many
 * clients do not retry in step.
 */
export function retryDelayMs(attempt: number, random: () => number): number {
  return (0.5 + random()) * baseDelayMs * 2 ** attempt
}

/** Returns `Retry-After` in milliseconds; null if it is missing or a date. */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : null
}

const idempotentMethods = new Set(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'])

/** Returns whether a request can be retried although it may have arrived (RFC 9110 section 9.2.2). */
export function isIdempotent(method: string): boolean {
  return idempotentMethods.has(method)
}

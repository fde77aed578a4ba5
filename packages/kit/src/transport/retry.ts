/** Attempts of one call, the first included. */
export const maximumAttempts = 5

const baseDelayMs = 1_000

/** A person waits in front of the screen: a longer wait that the service asks for is told instead of waited out. */
export const longestWaitMs = 10_000

/**
 * The wait after attempt number `attempt` (from 0), in milliseconds: doubled each time and spread by a half either way,
 * so that many clients that lost the same server do not come back in step.
 */
export function retryDelayMs(attempt: number, random: () => number): number {
  return (0.5 + random()) * baseDelayMs * 2 ** attempt
}

/** Reads `Retry-After` as a number of seconds; null when it is missing or a date. */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : null
}

const idempotentMethods = new Set(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'])

/** Tells whether a request may be sent again when it is not known whether it arrived (RFC 9110 section 9.2.2). */
export function isIdempotent(method: string): boolean {
  return idempotentMethods.has(method)
}

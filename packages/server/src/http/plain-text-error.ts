/** An error response in plain text, without a code. Any other thrown value, except an `ApiError`, is a bug. */
export class PlainTextError extends Error {
  override readonly name = 'PlainTextError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, text: string, headers: Readonly<Record<string, string>> = {}) {
    super(text)
    this.status = status
    this.headers = headers
  }
}

/**
 * Creates a 429 error. Clients retry at most five times, so the wait is short.
 *
 * @param retryAfterSeconds rounded up and limited to 1 to 5.
 */
export function tooManyRequests(retryAfterSeconds: number): PlainTextError {
  const wait = Math.min(Math.max(Math.ceil(retryAfterSeconds), 1), 5)
  return new PlainTextError(429, `Too many requests. Try again in ${wait} s.`, {
    'retry-after': String(wait),
  })
}

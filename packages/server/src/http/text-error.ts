/** A refusal in words, without a code: plain text of the given status. Anything else that is thrown is a bug. */
export class TextError extends Error {
  override readonly name = 'TextError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, text: string, headers: Readonly<Record<string, string>> = {}) {
    super(text)
    this.status = status
    this.headers = headers
  }
}

/**
 * Says that somebody asks too often. Clients repeat at most five times, so the wait is kept short.
 *
 * @param retryAfterSeconds rounded up to a whole number, 1 to 5.
 */
export function tooManyRequests(retryAfterSeconds: number): TextError {
  const wait = Math.min(Math.max(Math.ceil(retryAfterSeconds), 1), 5)
  return new TextError(429, `Too many requests in a short time. Try again in ${wait} s.`, {
    'retry-after': String(wait),
  })
}

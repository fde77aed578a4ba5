import type { ApiError } from '@parley/contract'

/**
 * An error response in plain text, without a code. Any other thrown value, except an `ApiError`, is a bug.
 */
export class PlainTextError extends Error {
  override readonly name = 'PlainTextError'
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

/** An `ApiError` belongs to the contract, which knows no headers, so they are stored beside the error. */
const errorHeaders = new WeakMap<Error, Readonly<Record<string, string>>>()

/** No client receives the result of an operation. */
export class ClientDisconnectedError extends PlainTextError {
  constructor() {
    super(503, 'The client has disconnected.')
  }
}

/** Adds headers to the response to an error. Returns the error. */
export function withErrorHeaders<E extends ApiError | PlainTextError>(
  error: E,
  headers: Readonly<Record<string, string>>,
): E {
  errorHeaders.set(error, { ...errorHeaders.get(error), ...headers })
  return error
}

/** Returns the headers that were added with {@link withErrorHeaders}. */
export function getErrorHeaders(error: ApiError | PlainTextError): Readonly<Record<string, string>> {
  return errorHeaders.get(error) ?? {}
}

/**
 * Creates a 429 error. Clients retry at most five times, so the wait is short.
 *
 * @param retryAfterSeconds rounded up and limited to 1 to 5.
 */
export function tooManyRequests(retryAfterSeconds: number): PlainTextError {
  const wait = Math.min(Math.max(Math.ceil(retryAfterSeconds), 1), 5)
  const error = new PlainTextError(429, `Too many requests. Try again in ${wait} s.`)
  return withErrorHeaders(error, { 'retry-after': String(wait) })
}

import type { KnownErrorDetails } from '@parley/contract'
import { type KnownErrorCode, knownErrors } from '@parley/contract/error-table'
import type { ConnectionDiagnostics } from './diagnostics.ts'

/**
 * An error of the account service with a code. Returned as a value if the endpoint declares the code, otherwise thrown.
 */
export class ApiError<C extends KnownErrorCode = KnownErrorCode> extends Error {
  override readonly name = 'ApiError'
  readonly code: C
  readonly status: number
  readonly details: KnownErrorDetails<C>

  constructor(code: C, details: KnownErrorDetails<C>) {
    super(knownErrors[code].message)
    this.code = code
    this.status = knownErrors[code].status
    this.details = details
  }
}

/** A union with one member per code, so that a switch over `code` narrows the details. */
export type ApiErrorOf<C extends KnownErrorCode> = C extends KnownErrorCode ? ApiError<C> : never

/** The account service could not be reached. The request may or may not have arrived. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly diagnostics: ConnectionDiagnostics

  constructor(diagnostics: ConnectionDiagnostics, options: ErrorOptions) {
    super(
      diagnostics.isOnline
        ? 'The account service cannot be reached. Check your connection and try again.'
        : 'You are offline. Please check your internet connection and try again.',
      options,
    )
    this.diagnostics = diagnostics
  }
}

/** The account service returned 429 with a longer wait, or more often, than the retry policy allows. */
export class TooManyRequestsError extends Error {
  override readonly name = 'TooManyRequestsError'
  /** Null if the response had no Retry-After in seconds. */
  readonly retryAfterMs: number | null

  constructor(retryAfterMs: number | null) {
    super('Too many attempts in a short time. Wait a moment, then try again.')
    this.retryAfterMs = retryAfterMs
  }
}

/** A response that violates the contract, or a failure without an error code. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
  readonly status: number
  /** The response body, for logs only. */
  readonly text: string
  readonly requestId: string | null

  constructor({ status, text, requestId, reason }: UnexpectedResponseErrorOptions) {
    super(reason ?? `The account service returned status ${status}.`)
    this.status = status
    this.text = text
    this.requestId = requestId
  }
}

interface UnexpectedResponseErrorOptions {
  status: number
  text: string
  requestId: string | null
  reason?: string
}

export function isKnownErrorCode(code: unknown): code is KnownErrorCode {
  return typeof code === 'string' && Object.hasOwn(knownErrors, code)
}

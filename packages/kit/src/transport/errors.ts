import type { KnownErrorDetails } from '@parley/contract'
import { type KnownErrorCode, knownErrors } from '@parley/contract/error-table'
import type { ConnectionDiagnostics } from './diagnostics.ts'

/**
 * A failure that the account service names by code. It is handed back as a value where the endpoint declares the code,
 * and thrown where it does not.
 */
export class RefusedCall<C extends KnownErrorCode = KnownErrorCode> extends Error {
  override readonly name = 'RefusedCall'
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

/** A union with one member for each code, so that a switch over `code` narrows the details. */
export type RefusedCallOf<C extends KnownErrorCode> = C extends KnownErrorCode ? RefusedCall<C> : never

/** The account service could not be reached, and it is not known whether the request arrived. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed'
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

/** The account service asks to wait, for longer or more often than a call is repeated. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests'
  /** Null when the service did not say. */
  readonly retryAfterMs: number | null

  constructor(retryAfterMs: number | null) {
    super('Too many attempts in a short time. Wait a moment, then try again.')
    this.retryAfterMs = retryAfterMs
  }
}

/** An answer that the wire contract does not promise, or a failure without a code. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer'
  readonly status: number
  /** What the service wrote; for a log, not for people. */
  readonly text: string
  readonly requestId: string | null

  constructor({ status, text, requestId, reason }: UnexpectedAnswerFacts) {
    super(reason ?? `The account service answered ${status}.`)
    this.status = status
    this.text = text
    this.requestId = requestId
  }
}

interface UnexpectedAnswerFacts {
  status: number
  text: string
  requestId: string | null
  reason?: string
}

export function isKnownErrorCode(code: unknown): code is KnownErrorCode {
  return typeof code === 'string' && Object.hasOwn(knownErrors, code)
}

import type { ConnectionDiagnostics } from './diagnostics.ts'

/** An error that a service names by a code of its contract. */
export class ApiError<Code extends string = string, Details = unknown> extends Error {
  override readonly name: string = 'ApiError'
  readonly code: Code
  /** HTTP status. */
  readonly status: number
  readonly details: Details

  constructor(error: { code: Code; status: number; message: string; details: Details }) {
    super(error.message)
    this.code = error.code
    this.status = error.status
    this.details = error.details
  }
}

/** The service could not be reached. Whether the request arrived is unknown. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly diagnostics: ConnectionDiagnostics

  constructor(service: string, diagnostics: ConnectionDiagnostics, options: ErrorOptions) {
    super(
      diagnostics.isOnline
        ? `The ${service} cannot be reached. Check your connection and try again.`
        : 'You are offline. Please check your internet connection and try again.',
      options,
    )
    this.diagnostics = diagnostics
  }
}

/** The service requires a longer wait, or more retries, than the client performs. */
export class TooManyRequestsError extends Error {
  override readonly name = 'TooManyRequestsError'
  /** Null when the service did not say. */
  readonly retryAfterMs: number | null

  constructor(retryAfterMs: number | null) {
    super('Too many attempts in a short time. Wait a moment, then try again.')
    this.retryAfterMs = retryAfterMs
  }
}

/** A response that the contract does not promise, or a failure without a code. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
  readonly status: number
  /** The body as text: for a log, not for users. */
  readonly text: string
  /** Null when the service did not send one. */
  readonly requestId: string | null

  constructor({ message, status, text, requestId }: UnexpectedResponse) {
    super(message)
    this.status = status
    this.text = text
    this.requestId = requestId
  }
}

interface UnexpectedResponse {
  readonly message: string
  readonly status: number
  readonly text: string
  readonly requestId: string | null
}

import { ApiError } from '@parley/client'
import type { KnownErrorDetails } from '@parley/contract'
import { type KnownErrorCode, knownErrors } from '@parley/contract/error-table'

/** The details of the account service's errors by code. */
export type AccountErrors = { readonly [C in KnownErrorCode]: KnownErrorDetails<C> }

/** A union with one member per code, so that a switch over `code` narrows the details. */
export type AccountError<C extends KnownErrorCode = KnownErrorCode> = C extends KnownErrorCode
  ? ApiError<C, AccountErrors[C]> & PublicNames<C>
  : never

/** The members under which the public SDK provides code, status and message. */
interface PublicNames<C extends string> {
  readonly errorCode: C
  readonly statusCode: number
  readonly humanReadableMessage: string
}

/**
 * Reads the error of a failed response: null without a code, a sentence if header and body have different
 * codes.
 */
export function readAccountError(
  response: Response,
  body: Readonly<Record<string, unknown>> | null,
): ApiError | string | null {
  const announced = response.headers.get('x-stack-known-error')
  if (!announced) return null
  if (body?.code !== announced) {
    return `The header has the error code ${announced}, the body ${String(body?.code)}.`
  }
  // The details are not validated: the service is tested against the contract, and browsers should not load
  // zod.
  return isKnownErrorCode(announced)
    ? new KnownError(announced, body.details)
    : new KnownError('UNSUPPORTED_ERROR', { originalErrorCode: announced })
}

/** An error of the account service, with the names of the public SDK beside those of all Parley clients. */
class KnownError extends ApiError {
  override readonly name = 'KnownError'

  constructor(code: KnownErrorCode, details: unknown, message: string = selectMessage(code, details)) {
    super({ code, status: knownErrors[code].status, message, details })
  }

  get errorCode(): string {
    return this.code
  }

  get statusCode(): number {
    return this.status
  }

  get humanReadableMessage(): string {
    return this.message
  }
}

/** A malformed request is a mistake of the application, whose developers need to know what is wrong. */
function selectMessage(code: KnownErrorCode, details: unknown): string {
  const isMalformed = code === 'SCHEMA_ERROR' && typeof details === 'object' && details !== null
  return isMalformed && 'message' in details ? String(details.message) : knownErrors[code].message
}

/** Creates an error that the client itself detects. */
export function createAccountError<C extends KnownErrorCode>(
  code: C,
  details: AccountErrors[C],
  message?: string,
): AccountError<C> {
  return new KnownError(code, details, message) as unknown as AccountError<C>
}

function isKnownErrorCode(code: string): code is KnownErrorCode {
  return Object.hasOwn(knownErrors, code)
}

import { ApiError } from '@parley/client'
import type { KnownErrorDetails } from '@parley/contract'
import { type KnownErrorCode, knownErrors } from '@parley/contract/error-table'

/** The details of the account service's errors by code. */
export type AccountErrors = { readonly [C in KnownErrorCode]: KnownErrorDetails<C> }

/** A union with one member per code, so that a switch over `code` narrows the details. */
export type AccountError<C extends KnownErrorCode = KnownErrorCode> = C extends KnownErrorCode
  ? ApiError<C, AccountErrors[C]>
  : never

/** Reads the error of a failed response: null without a code, a sentence if header and body have different codes. */
export function readAccountError(
  response: Response,
  body: Readonly<Record<string, unknown>> | null,
): ApiError | string | null {
  const announced = response.headers.get('x-stack-known-error')
  if (!announced) return null
  if (body?.code !== announced) {
    return `The response header has the error code ${announced}, the body has ${String(body?.code)}.`
  }
  // The details are not validated: the service is tested against the contract, and browsers should not load zod.
  return isKnownErrorCode(announced)
    ? createError(announced, body.details)
    : createError('UNSUPPORTED_ERROR', { originalErrorCode: announced })
}

function createError(code: KnownErrorCode, details: unknown): ApiError {
  return new ApiError({ code, ...knownErrors[code], details })
}

function isKnownErrorCode(code: string): code is KnownErrorCode {
  return Object.hasOwn(knownErrors, code)
}

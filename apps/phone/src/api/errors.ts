import { ApiError } from '@parley/client'
import type { PhoneErrorDetails } from '@parley/contract/phone'
import { type NextStep, type PhoneErrorCode, phoneErrors } from '@parley/contract/phone/error-table'

/** The details of each error code. */
export type PhoneErrors = { [C in PhoneErrorCode]: PhoneErrorDetails<C> }

/** An error that the phone service names by a code. */
export type PhoneApiError<C extends PhoneErrorCode = PhoneErrorCode> = ApiError<C, PhoneErrorDetails<C>>

export function createPhoneApiError<C extends PhoneErrorCode>(
  code: C,
  details: PhoneErrorDetails<C>,
): PhoneApiError<C> {
  return new ApiError({ code, ...phoneErrors[code], details })
}

/** Returns whether an error is one of the phone service, with this code if one is given. */
export function isPhoneApiError<C extends PhoneErrorCode>(
  error: unknown,
  code?: C,
): error is PhoneApiError<C> {
  // The account service has errors of the same class, with other codes.
  return error instanceof ApiError && isPhoneErrorCode(error.code) && (code ?? error.code) === error.code
}

/** Returns what the user can do about an error. */
export function getNextStep({ code }: PhoneApiError): NextStep {
  return phoneErrors[code].nextStep
}

export function isPhoneErrorCode(code: unknown): code is PhoneErrorCode {
  return typeof code === 'string' && Object.hasOwn(phoneErrors, code)
}

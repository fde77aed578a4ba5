import type { PhoneErrorDetails } from '@parley/contract/phone'
import { type NextStep, type PhoneErrorCode, phoneErrors } from '@parley/contract/phone/error-table'

/** An error response of the phone service, by code. */
export class PhoneApiError<C extends PhoneErrorCode = PhoneErrorCode> extends Error {
  override readonly name = 'PhoneApiError'
  readonly code: C
  readonly status: number
  readonly details: PhoneErrorDetails<C>
  readonly nextStep: NextStep

  constructor(code: C, details: PhoneErrorDetails<C>) {
    super(phoneErrors[code].message)
    this.code = code
    this.status = phoneErrors[code].status
    this.details = details
    this.nextStep = phoneErrors[code].nextStep
  }
}

/** The service was unreachable, or its response was unexpected. */
export class PhoneNetworkError extends Error {
  override readonly name = 'PhoneNetworkError'
}

/** Returns whether an error is an API error with this code. */
export function isPhoneApiError<C extends PhoneErrorCode>(
  error: unknown,
  code: C,
): error is PhoneApiError<C> {
  return error instanceof PhoneApiError && error.code === code
}

export function isPhoneErrorCode(code: unknown): code is PhoneErrorCode {
  return typeof code === 'string' && Object.hasOwn(phoneErrors, code)
}

import type { PhoneErrorDetails } from '@parley/contract/phone'
import { type NextStep, type PhoneErrorCode, phoneErrors } from '@parley/contract/phone/error-table'

/** The phone's service said no, by code. */
export class PhoneRefusal<C extends PhoneErrorCode = PhoneErrorCode> extends Error {
  override readonly name = 'PhoneRefusal'
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

/** The service could not be reached, or answered what it never promised. */
export class PhoneUnreachable extends Error {
  override readonly name = 'PhoneUnreachable'
}

/** A refusal with the code, when the error is one. */
export function isRefusal<C extends PhoneErrorCode>(error: unknown, code: C): error is PhoneRefusal<C> {
  return error instanceof PhoneRefusal && error.code === code
}

export function isPhoneErrorCode(code: unknown): code is PhoneErrorCode {
  return typeof code === 'string' && Object.hasOwn(phoneErrors, code)
}

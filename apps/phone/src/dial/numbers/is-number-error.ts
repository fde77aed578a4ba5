import { isPhoneApiError } from '../../api/errors.ts'

/** Returns whether the service rejects what the user has typed as a number. A form shows it at its field. */
export function isNumberError(error: unknown): boolean {
  return isPhoneApiError(error, 'NUMBER_NOT_UNDERSTOOD') || isPhoneApiError(error, 'NUMBER_NOT_VALID')
}

import { PhoneError } from '@parley/contract/phone'
import type { PhoneNumber, UnderstoodNumber } from '../numbering/index.ts'
import type { CallingLimits } from './calling-limits.ts'

/**
 * The number itself when the workspace may call it, else why not.
 *
 * `isFree` tells that a number is of the built-in carrier, where no call costs anything.
 */
export function judgeDestination(
  typed: string,
  understood: UnderstoodNumber,
  limits: CallingLimits,
  isFree: (number: string) => boolean,
): PhoneNumber | PhoneError {
  if (understood.kind === 'emergency') return new PhoneError('EMERGENCY_NUMBER', { typed })
  if (understood.kind === 'nothing') return new PhoneError('NUMBER_NOT_UNDERSTOOD', { typed })

  const { number, country, isPremium } = understood
  if (isFree(number)) return understood
  if (isPremium) return new PhoneError('PREMIUM_NUMBER', { number })
  // A number whose country cannot be told is nobody's own country.
  if (country === null || !limits.allowedCountries.includes(country)) {
    return new PhoneError('COUNTRY_NOT_ALLOWED', { number, country, allowed: [...limits.allowedCountries] })
  }
  return understood
}

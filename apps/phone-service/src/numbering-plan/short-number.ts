import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max'
import { isDirectoryAssistance } from './directory-assistance.ts'
import type { PhoneNumber } from './parse-number.ts'
import { isPremiumShortNumber } from './short-number-plans.ts'

const shortNumber = /^\d{2,6}$/

/**
 * Returns an extension or a short code of a PBX, which is no number of the telephone network; null for other
 * texts, and for directory assistance of `homeCountry`, which a PBX may connect. It is premium if the numbering plan of
 * `homeCountry` says so.
 */
export function parseShortNumber(typed: string, homeCountry: string): PhoneNumber | null {
  const number = typed.trim()
  if (!shortNumber.test(number)) return null
  if (isDirectoryAssistance(getCountryCallingCode(homeCountry as CountryCode), number)) return null
  return {
    kind: 'number',
    number,
    formatted: number,
    country: null,
    isValid: false,
    isPremium: isPremiumShortNumber(homeCountry, number),
    postDialDigits: null,
    extension: null,
  }
}

import {
  type CountryCode,
  Metadata,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'

/** A longer text is no beginning of a number. */
const maxTypedLength = 40

/**
 * Returns whether a number that is not valid may become so with further digits: it has fewer than the longest number
 * of its country.
 */
export function isIncompleteNumber(typed: string, homeCountry: string): boolean {
  if (typed.length > maxTypedLength || !/^[+\d\s()./-]*$/.test(typed)) return false
  const country = homeCountry as CountryCode
  if (validatePhoneNumberLength(typed, country) === 'TOO_SHORT') return true
  const parsed = parsePhoneNumberFromString(typed, country)
  if (!parsed) return false
  const metadata = new Metadata()
  // The types know only countries, but calling codes without one, such as 883, have separate plans.
  metadata.selectNumberingPlan((parsed.country ?? parsed.countryCallingCode) as CountryCode)
  const lengths = metadata.numberingPlan?.possibleLengths() ?? []
  return parsed.nationalNumber.length < Math.max(0, ...lengths)
}

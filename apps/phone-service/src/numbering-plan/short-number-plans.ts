import libphonenumber from 'google-libphonenumber'
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max'

/** The numbering plans of short numbers; https://github.com/google/libphonenumber, ShortNumberMetadata. */
const { ShortNumberInfo, PhoneNumber } = libphonenumber
const plans = ShortNumberInfo.getInstance()

export function isEmergencyNumberOfPlan(country: string, number: string): boolean {
  return plans.isEmergencyNumber(number, country as libphonenumber.RegionCode)
}

/** Returns whether the numbering plan of a country charges a short number above the normal rate. */
export function isPremiumShortNumber(country: string, number: string): boolean {
  // The plans contain no number with a leading zero, which the parsed form would lose.
  if (number.startsWith('0')) return false
  const parsed = new PhoneNumber()
  parsed.setCountryCode(Number(getCountryCallingCode(country as CountryCode)))
  parsed.setNationalNumber(Number(number))
  const cost = plans.getExpectedCostForRegion(parsed, country as libphonenumber.RegionCode)
  return cost === ShortNumberInfo.ShortNumberCost.PREMIUM_RATE
}

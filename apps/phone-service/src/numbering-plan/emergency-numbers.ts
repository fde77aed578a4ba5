import { getCountries } from 'libphonenumber-js/max'
import { isEmergencyNumberOfPlan } from './short-number-plans.ts'

/** Mobile phones call these in each country; 3GPP TS 22.101, section 10.1.1. */
const numbersOfAllCountries = ['112', '911']

/** Numbers of emergency services, and of help in a crisis, that the numbering plans do not list as such. */
const furtherNumbers: Readonly<Record<string, readonly string[]>> = {
  // https://www.fcc.gov/988-suicide-and-crisis-lifeline
  US: ['988'],
  // https://crtc.gc.ca/eng/archive/2022/2022-234.htm
  CA: ['988'],
  // https://arcep.fr/demarches-et-services/utilisateurs/je-cherche-la-liste-des-numeros-durgence.html
  FR: ['114', '191', '196'],
  // https://www.consalud.es/pacientes/telefonos-emergencia-cual-es-diferencia-entre-112-061_133271_102.html
  ES: ['061'],
  // https://citiesinsider.com/country/japan/CountryWide/emergency-numbers
  JP: ['118'],
  // https://raillynews.com/2021/10/tum-acil-numaralar-112de-toplandi/
  TR: ['156', '158'],
  // https://www.natgeoultimateexplorer.com.mx/articles/numero-da-policia-no-brasil-o-que-ninguem-te-explica-direito-672010
  BR: ['199'],
}

/** Prefixes for an outside line, as in many private branch exchanges, and for international calls. */
const outsideLinePrefixes = ['0', '9', '00', '1', '011']

/** Numbers of providers that read back the address of the caller. */
const emergencyTestNumbers = ['933']

export function isEmergencyTestNumber(digits: string): boolean {
  return emergencyTestNumbers.includes(digits)
}

/** Returns whether a number without a prefix is an emergency number of a country. */
export function isEmergencyNumberIn(country: string, number: string): boolean {
  return (
    numbersOfAllCountries.includes(number) ||
    (furtherNumbers[country]?.includes(number) ?? false) ||
    isEmergencyNumberOfPlan(country, number)
  )
}

/**
 * Returns the emergency number that `digits` (without a plus sign) are, without a prefix; null for others. Numbers of
 * three digits are emergency numbers in all countries if they are in one: a visitor may dial the number of their home
 * country, and reads that it cannot be called. Shorter and longer ones are extensions in other countries.
 *
 * @param callingCode country calling code of a number in international form, as in `+1 911`; else null.
 * @param homeCountry null when it is not known.
 */
export function findEmergencyNumber(
  digits: string,
  callingCode: string | null,
  homeCountry: string | null,
): string | null {
  if (callingCode !== null && digits.startsWith(callingCode)) {
    const national = digits.slice(callingCode.length)
    return isEmergencyNumberAnywhere(national) ? national : null
  }
  const isEmergencyNumber = (number: string) =>
    isEmergencyNumberAnywhere(number) || (homeCountry !== null && isEmergencyNumberIn(homeCountry, number))
  const prefix = ['', ...outsideLinePrefixes].find(
    (start) => digits.startsWith(start) && isEmergencyNumber(digits.slice(start.length)),
  )
  return prefix === undefined ? null : digits.slice(prefix.length)
}

/** Compared with all countries once for each number, because that takes a tenth of a millisecond. */
const emergencyNumbersAnywhere = new Map<string, boolean>()

function isEmergencyNumberAnywhere(digits: string): boolean {
  if (!/^\d{3}$/.test(digits)) return false
  const known = emergencyNumbersAnywhere.get(digits)
  if (known !== undefined) return known
  const isAnywhere =
    isEmergencyTestNumber(digits) || getCountries().some((country) => isEmergencyNumberIn(country, digits))
  emergencyNumbersAnywhere.set(digits, isAnywhere)
  return isAnywhere
}

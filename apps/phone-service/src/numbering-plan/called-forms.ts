import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * International prefixes of most countries and of North America (ITU-T E.123 and the operational bulletins).
 */
const internationalPrefixes = ['00', '011']

/**
 * Returns the forms in which a provider may write a number in the calls to it, as digits without a plus sign:
 * E.164, with an international prefix, national with trunk prefix, and without country calling code.
 */
export function listCalledForms(number: string): string[] {
  const digits = number.replace(/^\+/, '')
  const parsed = parsePhoneNumberFromString(number)
  const national = parsed ? [parsed.nationalNumber as string, parsed.formatNational().replace(/\D/g, '')] : []
  return [...new Set([digits, ...internationalPrefixes.map((prefix) => prefix + digits), ...national])]
}

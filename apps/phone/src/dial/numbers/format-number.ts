import { AsYouType, type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/** The short fictitious numbers of the simulated network, which are in no numbering plan. */
const fictitiousNumber = /^\+?1\s*(555)(\d{4})$/

/** Formats an E.164 number internationally, with spaces: `+1 555 0142`. */
export function formatNumber(number: string): string {
  const short = fictitiousNumber.exec(number)
  if (short) return `+1 ${short[1]} ${short[2]}`
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number
}

/** An extension or post-dial digits after the number: `ext 12`, `,,12#`. */
/** No number is longer, and the pattern takes long for a long text. */
const maxLength = 200
const postDial = /(\s*(?:[,;]|ext\.?|x)\s*[\d*#,;\s]*)$/i

/**
 * Groups a number as its country does, while it is typed. Other input (a name, a star code) is returned
 * unchanged.
 */
export function formatWhileTyping(input: string, homeCountry: string): string {
  if (input.length > maxLength) return input
  const tail = postDial.exec(input)?.[1] ?? ''
  const line = input.slice(0, input.length - tail.length)
  if (!/^[+\d\s()./-]*$/.test(line) || /^\+?$/.test(line.trim())) return input

  const digits = line.replace(/[^\d+]/g, '')
  // Short numbers are not grouped: 911 has no area code.
  if (/^\d{1,3}$/.test(digits)) return digits + tail
  const short = /^\+1(555)(01\d{0,2})$/.exec(digits)
  if (short) return `+1 ${short[1]} ${short[2]}${tail}`
  return new AsYouType(homeCountry as CountryCode).input(digits) + tail
}

/** Returns whether the input can be dialled: it has digits, and letters only in an extension. */
export function isCallable(input: string): boolean {
  return input.length <= maxLength && /\d/.test(input) && !/\p{L}/u.test(input.replace(postDial, ''))
}

import { AsYouType, type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/** The short form of the fictitious numbers of the built-in carrier, which no numbering plan knows. */
const shortFictitious = /^\+?1\s*(555)(\d{4})$/

/** An E.164 number in international form, with spaces: `+1 555 0142`. */
export function formatNumber(number: string): string {
  const short = shortFictitious.exec(number)
  if (short) return `+1 ${short[1]} ${short[2]}`
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number
}

/** What stands after the number: `ext 12`, `,,12#`. */
const postDial = /(\s*(?:[,;]|ext\.?|x)\s*[\d*#,;\s]*)$/i

/**
 * A number while it is being typed, grouped as its country writes it. What is not a number (a name, a code with a star)
 * stays as it was typed.
 */
export function formatWhileTyping(typed: string, homeCountry: string): string {
  const tail = postDial.exec(typed)?.[1] ?? ''
  const line = typed.slice(0, typed.length - tail.length)
  if (!/^[+\d\s()./-]*$/.test(line) || /^\+?$/.test(line.trim())) return typed

  const digits = line.replace(/[^\d+]/g, '')
  // Short numbers are written as they are: 911 has no area code.
  if (/^\d{1,3}$/.test(digits)) return digits + tail
  const short = /^\+1(555)(01\d{0,2})$/.exec(digits)
  if (short) return `+1 ${short[1]} ${short[2]}${tail}`
  return new AsYouType(homeCountry as CountryCode).input(digits) + tail
}

/** What can be called: it has digits, and no letters but those of an extension. */
export function isCallable(typed: string): boolean {
  return /\d/.test(typed) && !/\p{L}/u.test(typed.replace(postDial, ''))
}

import { type CountryCode, type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { findEmergencyNumber } from './emergency-numbers.ts'
import { isInPremiumRange } from './premium-ranges.ts'

export type ParsedNumber = { readonly kind: 'invalid' } | EmergencyNumber | PhoneNumber

interface EmergencyNumber {
  readonly kind: 'emergency'
  /** Without a prefix or country code: `911`. */
  readonly number: string
}

export interface PhoneNumber {
  readonly kind: 'number'
  /** E.164. */
  readonly number: string
  /** International form with spaces. */
  readonly formatted: string
  /** ISO 3166-1 alpha-2; null when the numbering plan does not determine it. */
  readonly country: string | null
  /** Whether the numbering plan of the country contains the number. Fictitious numbers count as valid. */
  readonly isValid: boolean
  /** Charged above the normal rate: premium, personal and shared-cost ranges, satellite networks. */
  readonly isPremium: boolean
  /** DTMF digits to send after the call is answered; null when there are none. */
  readonly postDialDigits: string | null
  readonly extension: string | null
}

/**
 * Fictitious numbers of the simulated telephone network and of all examples, including the short form
 * `+1 555 01xx`, which is not part of the numbering plan.
 */
const fictitious = /^\+1(\d{3})?55501\d{2}$/

/** Characters of the shortest number in E.164, with plus sign. */
const minNumberLength = 5

const premiumTypes: readonly NumberType[] = ['PREMIUM_RATE', 'PERSONAL_NUMBER', 'SHARED_COST']

/** Satellite networks, international premium and global services (ITU-T E.164 assigned country codes). */
const premiumCallingCodes = ['808', '870', '878', '881', '882', '883', '888', '979']

/**
 * Longer than any number with its punctuation and post-dial digits. Callers choose the text that they send.
 */
const maxTypedLength = 200

/** Parses a number as typed or pasted. A number without a country calling code belongs to `homeCountry`. */
export function parseNumber(typed: string, homeCountry: string): ParsedNumber {
  const line = parseLine(typed, homeCountry)
  if (line.kind !== 'number') return line
  const { parsed, number, keyed } = line
  const isFictitious = fictitious.test(number)
  return {
    kind: 'number',
    number,
    formatted: formatNumber(number),
    country: parsed.country ?? (isFictitious ? 'US' : null),
    isValid: isFictitious || parsed.isValid(),
    isPremium:
      hasPremiumType(number) ||
      premiumCallingCodes.includes(parsed.countryCallingCode) ||
      isInPremiumRange(parsed.countryCallingCode, parsed.nationalNumber),
    postDialDigits: keyed ?? (parsed.ext ? `,,${parsed.ext}` : null),
    extension: parsed.ext ?? null,
  }
}

/**
 * Returns a number as typed in E.164, with its extension; null when it is not understood or an emergency number. Takes
 * a third of the time of `parseNumber`.
 */
export function normalizeNumber(
  typed: string,
  homeCountry: string,
): { readonly number: string; readonly extension: string | null } | null {
  const line = parseLine(typed, homeCountry)
  return line.kind === 'number' ? { number: line.number, extension: line.parsed.ext ?? null } : null
}

function parseLine(typed: string, homeCountry: string) {
  if (typed.length > maxTypedLength) return { kind: 'invalid' } as const
  const { line, keyed } = splitPostDialDigits(typed.replace(/^\s*(tel|sips?|callto):/i, ''))
  const digits = line.replace(/\D/g, '')
  // Also with a plus sign: no international number is that short, and the user may need help.
  const emergency = findEmergencyNumber(digits, null, homeCountry)
  if (emergency) return { kind: 'emergency', number: emergency } as const

  const parsed = parsePhoneNumberFromString(
    isFictitiousWithoutPlus(line, digits, homeCountry) ? `+${digits}` : line,
    homeCountry as CountryCode,
  )
  if (!parsed) return { kind: 'invalid' } as const
  const international = findEmergencyNumber(parsed.number.slice(1), parsed.countryCallingCode, null)
  if (international) return { kind: 'emergency', number: international } as const

  const number = parsed.number as string
  if (!fictitious.test(number) && !parsed.isPossible()) return { kind: 'invalid' } as const
  return { kind: 'number', number, parsed, keyed } as const
}

/**
 * Returns whether the plus sign of a fictitious number is missing. The numbering plan, which decides for other
 * numbers, does not contain the short form.
 */
function isFictitiousWithoutPlus(line: string, digits: string, homeCountry: string): boolean {
  if (line.includes('+') || !fictitious.test(`+${digits}`)) return false
  return parsePhoneNumberFromString(digits.slice(1), homeCountry as CountryCode)?.number === `+${digits}`
}

/**
 * Returns whether the beginning of a number that the numbering plan knows is premium: switches of open
 * numbering plans ignore surplus digits.
 */
function hasPremiumType(number: string): boolean {
  for (let length = number.length; length >= minNumberLength; length -= 1) {
    const type = parsePhoneNumberFromString(number.slice(0, length))?.getType()
    if (type !== undefined) return premiumTypes.includes(type)
  }
  return false
}

/** Returns the international form with spaces, for example `+1 555 0142`. */
export function formatNumber(number: string): string {
  return formatShort(number) ?? parsePhoneNumberFromString(number)?.formatInternational() ?? number
}

/** Formats the short form of a fictitious number; null for other numbers. */
function formatShort(number: string): string | null {
  const short = /^\+1(555)(\d{4})$/.exec(number)
  return short && `+1 ${short[1]} ${short[2]}`
}

/** Returns the digits of the national form, which a user of that country types into a search. */
export function toNationalDigits(number: string): string {
  return (parsePhoneNumberFromString(number)?.formatNational() ?? number).replace(/\D/g, '')
}

/** Returns the forms of a number that a user may type into a search: its digits, also without country, and as shown. */
export function listSearchForms(number: string): string[] {
  const parsed = parsePhoneNumberFromString(number)
  const national = (parsed?.formatNational() ?? number).replace(/\D/g, '')
  return [number.slice(1), national, formatShort(number) ?? parsed?.formatInternational() ?? number]
}

/** Splits `+1 555 0142,,12#` into the number and the DTMF digits to send after the call is answered. */
function splitPostDialDigits(text: string): { line: string; keyed: string | null } {
  const at = text.search(/[,;]/)
  const [line, tail] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
  const keyed = tail.replace(/\s/g, '').replaceAll(';', ',').slice(0, 64)
  const isKeyed = /\d/.test(line) && /^[0-9*#,;\s]*$/.test(tail) && /[0-9*#]/.test(keyed)
  return isKeyed ? { line, keyed } : { line: text, keyed: null }
}

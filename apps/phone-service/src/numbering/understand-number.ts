import { type CountryCode, type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isEmergencyNumber } from './emergency-numbers.ts'

export type UnderstoodNumber = { readonly kind: 'nothing' } | { readonly kind: 'emergency' } | PhoneNumber

export interface PhoneNumber {
  readonly kind: 'number'
  /** E.164. */
  readonly number: string
  /** International form with spaces. */
  readonly formatted: string
  /** Null when the numbering plan does not tell. */
  readonly country: string | null
  /** Costs the caller more than a call should: premium, personal and shared-cost ranges, satellites. */
  readonly isPremium: boolean
  /** To be keyed in after the answer; null when there is nothing. */
  readonly postDialDigits: string | null
  readonly extension: string | null
}

/**
 * Fictitious numbers that Parley's carrier and all examples use, also in their short form `+1 555 01xx`, which the
 * numbering plan does not know.
 */
const fictitious = /^\+1(\d{3})?55501\d{2}$/

const premiumTypes: readonly NumberType[] = ['PREMIUM_RATE', 'PERSONAL_NUMBER', 'SHARED_COST']

/** Satellite networks, international premium and global services (ITU-T E.164 assigned country codes). */
const premiumCallingCodes = ['808', '870', '878', '881', '882', '883', '888', '979']

/** Exchange 976 of the North American plan is premium in every area code. */
const northAmericanPremium = /^\+1(\d{3})?976\d{4}$/

/** Makes sense of a number as typed or pasted. A number without a prefix belongs to `homeCountry`. */
export function understandNumber(typed: string, homeCountry: string): UnderstoodNumber {
  const { line, keyed } = splitPostDial(typed.replace(/^\s*(tel|sips?|callto):/i, ''))
  const digits = line.replace(/\D/g, '')
  // Also with a plus sign before it: no number of that length exists, and somebody may need help.
  if (isEmergencyNumber(digits, null)) return { kind: 'emergency' }

  const parsed = parsePhoneNumberFromString(line, homeCountry as CountryCode)
  if (!parsed) return { kind: 'nothing' }
  if (isEmergencyNumber(parsed.number.slice(1), parsed.countryCallingCode)) return { kind: 'emergency' }

  const number = parsed.number as string
  const isFictitious = fictitious.test(number)
  if (!isFictitious && !parsed.isPossible()) return { kind: 'nothing' }

  const type = parsed.getType()
  return {
    kind: 'number',
    number,
    formatted: formatNumber(number),
    country: parsed.country ?? (isFictitious ? 'US' : null),
    isPremium:
      (type !== undefined && premiumTypes.includes(type)) ||
      premiumCallingCodes.includes(parsed.countryCallingCode) ||
      northAmericanPremium.test(number),
    postDialDigits: keyed ?? (parsed.ext ? `,,${parsed.ext}` : null),
    extension: parsed.ext ?? null,
  }
}

/** International form with spaces: `+1 555 0142`. */
export function formatNumber(number: string): string {
  const short = /^\+1(555)(\d{4})$/.exec(number)
  if (short) return `+1 ${short[1]} ${short[2]}`
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number
}

/** The national form, digits alone: what somebody of that country would type to find it. */
export function nationalDigitsOf(number: string): string {
  return (parsePhoneNumberFromString(number)?.formatNational() ?? number).replace(/\D/g, '')
}

/** Parts `+1 555 0142,,12#` into the line and what is keyed in after the answer. */
function splitPostDial(text: string): { line: string; keyed: string | null } {
  const comma = /^([^,;]*\d[^,;]*)([,;][0-9*#,;\s]*)$/.exec(text)
  const keyed = comma?.[2]?.replace(/\s/g, '').replaceAll(';', ',').slice(0, 64)
  if (!comma || !keyed || !/[0-9*#]/.test(keyed)) return { line: text, keyed: null }
  return { line: comma[1] ?? text, keyed }
}

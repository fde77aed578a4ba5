import type { PhoneNumber } from './parse-number.ts'

const shortNumber = /^\d{2,6}$/

/**
 * Returns an extension or a short code of a PBX, which is no number of the telephone network; null for other
 * texts.
 */
export function parseShortNumber(typed: string): PhoneNumber | null {
  const number = typed.trim()
  if (!shortNumber.test(number)) return null
  return {
    kind: 'number',
    number,
    formatted: number,
    country: null,
    isValid: false,
    isPremium: false,
    postDialDigits: null,
    extension: null,
  }
}

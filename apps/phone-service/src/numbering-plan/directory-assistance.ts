import { outsideLinePrefixes } from './emergency-numbers.ts'
import { type PremiumRange, premiumRanges } from './premium-ranges.ts'

/**
 * Numbers of directory assistance that are in no range, by country calling code: as short as an extension, or beginning
 * with a trunk prefix. Also an extension with the same digits is not called: a PBX that has no such extension may pass
 * the digits to the telephone network.
 */
const exactNumbers: Readonly<Record<string, readonly string[]>> = {
  // NANPA, N11 codes.
  '1': ['411'],
  // ICASA, Numbering Plan Regulations.
  '27': ['1023'],
  // ANACOM, Plano Nacional de Numeração.
  '351': ['118', '1820'],
  // Traficom, Regulation 32.
  '358': ['118'],
  // Den danske nummerplan.
  '45': ['118'],
  // IFT, Plan Técnico Fundamental de Numeración.
  '52': ['040'],
  // Numbering Administration Deed, codes 01XY.
  '64': ['018', '0172'],
}

/** Shorter digits are those of extensions, except the exact numbers. */
const minServiceDigits = 4

/**
 * Returns whether digits that are dialled without a plus sign and without an area code are a directory-assistance
 * number of a country, also after the prefix with which a PBX connects an outside line.
 */
export function isDirectoryAssistance(callingCode: string, digits: string): boolean {
  const exact = exactNumbers[callingCode] ?? []
  if (['', ...outsideLinePrefixes].some((prefix) => exact.some((number) => digits === prefix + number)))
    return true
  const ranges = premiumRanges.filter(
    (range) => range.use === 'directory-assistance' && range.callingCode === callingCode,
  )
  return ranges.some(
    (range) =>
      isInRange(range, digits) ||
      outsideLinePrefixes.some(
        (prefix) =>
          digits.startsWith(prefix) &&
          isInRange(range, digits.slice(prefix.length)) &&
          digits.length <= prefix.length + (range.maxDigits ?? Number.POSITIVE_INFINITY),
      ),
  )
}

function isInRange({ pattern }: PremiumRange, digits: string): boolean {
  return digits.length >= minServiceDigits && pattern.test(digits)
}

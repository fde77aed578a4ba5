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

/** Prefixes with which a PBX connects an outside line, in countries where they differ from {@link commonPrefixes}. */
const outsideLinePrefixes: Readonly<Record<string, readonly string[]>> = {
  // With those of national and international calls.
  '1': ['0', '9', '00', '1', '011'],
  '64': ['0', '1', '9'],
}
const commonPrefixes = ['0', '9']

/**
 * The numbers in a range, where the range is wider than them: otherwise whole blocks of extensions that begin with an
 * outside-line prefix could not be called.
 */
const numbersInRange: Readonly<Record<string, RegExp>> = {
  // AGCOM, delibera 8/15/CIR.
  '39': /^12\d\d$/,
  // Nkom, Nummerplan E.164.
  '47': /^18\d\d$/,
  // ACMA, Telecommunications Numbering Plan 2015.
  '61': /^12([2-5]\d|45\d)$/,
}

/** Shorter digits are those of extensions, except the exact numbers. */
const minServiceDigits = 4

/**
 * Returns whether digits that are dialled without a plus sign and without an area code are a directory-assistance
 * number of a country, also after the prefix with which a PBX connects an outside line.
 */
export function isDirectoryAssistance(callingCode: string, digits: string): boolean {
  const exact = exactNumbers[callingCode] ?? []
  const prefixes = outsideLinePrefixes[callingCode] ?? commonPrefixes
  if (['', ...prefixes].some((prefix) => exact.some((number) => digits === prefix + number))) return true
  const ranges = premiumRanges.filter(
    (range) => range.use === 'directory-assistance' && range.callingCode === callingCode,
  )
  if (ranges.some((range) => isInRange(range, digits))) return true
  const isNumber = (number: string) =>
    (numbersInRange[callingCode]?.test(number) ?? true) &&
    ranges.some(
      (range) => isInRange(range, number) && number.length <= (range.maxDigits ?? Number.POSITIVE_INFINITY),
    )
  return prefixes.some((prefix) => digits.startsWith(prefix) && isNumber(digits.slice(prefix.length)))
}

function isInRange({ pattern }: PremiumRange, digits: string): boolean {
  return digits.length >= minServiceDigits && pattern.test(digits)
}

import { normalizeNumber, toNationalDigits } from './parse-number.ts'

/** The prefixes of international calls: ITU-T, North America, Australia, Japan, and the former Soviet Union. */
const internationalPrefixes = ['', '00', '011', '0011', '010', '810']
/** The digits before calls that leave a private exchange. */
const outsidePrefixes = ['', '9', '0']

const keys: readonly string[] = ['', '', 'abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz']

const toKey = (letter: string) => String(keys.findIndex((letters) => letters.includes(letter.toLowerCase())))

/** A dialled text in the forms by which it is found. */
export interface DialledKeys {
  /** In E.164; null when it is not understood. */
  readonly number: string | null
  /** The digits, with a plus sign that was dialled, and without what followed them. */
  readonly line: string
}

/** Returns the keys of a dialled text: also with letters, or digits that follow. */
export function toDialledKeys(dialled: string, homeCountry: string): DialledKeys {
  const isInternational = dialled.trim().startsWith('+')
  const [first = '', ...following] = dialled
    .replace(/(ext|extension|x)[.:\s]*\d+\s*$/i, '')
    .split(/[,;#*pw]/i)
    .map((part) => part.replace(/[a-z]/gi, toKey).replace(/\D/g, ''))
  // A comma after the prefix is the pause in which an exchange connects the outside line.
  const line = outsidePrefixes.includes(first) ? first + (following[0] ?? '') : first
  return {
    number: normalizeNumber(dialled, homeCountry)?.number ?? null,
    line: isInternational ? `+${line}` : line,
  }
}

/** Returns the lines that were dialled to reach a number, in any form. */
export function listDialledLines(number: string): string[] {
  const digits = number.slice(1)
  const forms = [...internationalPrefixes.map((prefix) => prefix + digits), toNationalDigits(number)]
  const lines = outsidePrefixes.flatMap((prefix) => forms.map((form) => prefix + form))
  return [...new Set([number, ...lines])]
}

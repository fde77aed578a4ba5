import { normalizeNumber, toNationalDigits } from './parse-number.ts'

/** The prefixes of international calls: ITU-T, North America, Australia, Japan, and the former Soviet Union. */
const internationalPrefixes = ['', '00', '011', '0011', '010', '810']
/** The digits before calls that leave a private exchange. */
const outsidePrefixes = ['', '9', '0']

const keys: readonly string[] = ['', '', 'abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz']

const toKey = (letter: string) => String(keys.findIndex((letters) => letters.includes(letter.toLowerCase())))

/** Returns a test of whether a text was dialled to reach a number, in any form: also with letters, or digits that follow. */
export function createDialledTest(number: string, homeCountry: string): (dialled: string) => boolean {
  const digits = number.slice(1)
  const forms = [...internationalPrefixes.map((prefix) => prefix + digits), toNationalDigits(number)]
  const found = new Set(outsidePrefixes.flatMap((prefix) => forms.map((form) => prefix + form)))
  return (dialled) => {
    if (normalizeNumber(dialled, homeCountry)?.number === number) return true
    const isInternational = dialled.trim().startsWith('+')
    const [first = '', ...following] = dialled
      .replace(/(ext|extension|x)[.:\s]*\d+\s*$/i, '')
      .split(/[,;#*pw]/i)
      .map((part) => part.replace(/[a-z]/gi, toKey).replace(/\D/g, ''))
    // A comma after the prefix is the pause in which an exchange connects the outside line.
    const line = outsidePrefixes.includes(first) ? first + (following[0] ?? '') : first
    return isInternational ? line === digits : found.has(line)
  }
}

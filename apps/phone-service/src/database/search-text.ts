/**
 * What a record is found by: lower case, without accents; its words, then each field without spaces, one a line.
 * Matched with LIKE through a trigram index.
 */
export function searchTextOf(fields: readonly string[]): string {
  const plain = fields.map(withoutAccents).filter((field) => field !== '')
  const words = plain.flatMap(wordsOf)
  const joined = plain.map((field) => wordsOf(field).join(''))
  return ` ${words.join(' ')} \n${joined.join('\n')}\n`
}

/**
 * The LIKE patterns of what somebody types into a search box. A record is found when all of `words` match, or
 * `joined` does, so that neither spacing nor the order of words matters. Null when nothing is searched for.
 *
 * One or two characters find only the beginnings of words: that is what an index of trigrams can answer.
 */
export function searchPatternsOf(typed: string): { words: string[]; joined: string } | null {
  const words = wordsOf(withoutAccents(typed))
  if (words.length === 0) return null
  const joined = words.join('')
  return { words: words.map(patternOf), joined: patternOf(joined) }
}

/** The key that a list is sorted by, so that accents and case do not part what belongs together. */
export function sortKeyOf(name: string): string {
  return wordsOf(withoutAccents(name)).join(' ').slice(0, 200)
}

function patternOf(word: string): string {
  const escaped = word.replace(/[\\%_]/g, '\\$&')
  return word.length < 3 ? `% ${escaped}%` : `%${escaped}%`
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .replaceAll('đ', 'd')
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}@.]+/gu)?.filter((word) => /[\p{L}\p{N}]/u.test(word)) ?? []
}

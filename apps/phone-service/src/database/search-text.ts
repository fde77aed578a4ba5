/** LIKE compares a word with each position of a text: longer words are cut in both. */
const maxWordLength = 64
const maxWords = 10
const maxFieldLength = 20_000
/** Longer fields, such as notes, are found by their words only. */
const maxJoinedFieldLength = 200

/**
 * Returns the search text of a record, in lower case and without accents: its words, then each short field
 * without spaces on a separate line. It is matched with LIKE on a trigram index.
 */
export function buildSearchText(fields: readonly string[]): string {
  const plain = fields.map(withoutAccents).filter((field) => field !== '')
  const words = new Set(plain.flatMap(splitWords))
  const joined = plain
    .filter((field) => field.length <= maxJoinedFieldLength)
    .map((field) => splitWords(field).join(''))
  return ` ${[...words].join(' ')} \n${joined.join('\n')}\n`
}

/**
 * Returns the LIKE patterns of a search, or null when it is empty. A record matches when all of `words` match
 * or when `joined` does, so that neither spacing nor word order matters.
 *
 * One or two characters match the beginnings of words only, because a trigram index cannot find them
 * elsewhere.
 */
export function buildSearchPatterns(typed: string): { words: string[]; joined: string } | null {
  const words = splitWords(withoutAccents(typed)).slice(0, maxWords)
  if (words.length === 0) return null
  const joined = words.join('').slice(0, maxWordLength)
  return { words: words.map(toLikePattern), joined: toLikePattern(joined) }
}

/** Returns the sort key of a name, which ignores accents and case. */
export function toSortKey(name: string): string {
  return splitWords(withoutAccents(name)).join(' ').slice(0, 200)
}

function toLikePattern(word: string): string {
  const escaped = word.replace(/[\\%_]/g, '\\$&')
  return word.length < 3 ? `% ${escaped}%` : `%${escaped}%`
}

/**
 * Removes combining marks before and after the normalisation, whose time grows with the square of their
 * number. A character may become up to 18.
 */
function withoutAccents(text: string): string {
  return text
    .replace(/\p{M}/gu, '')
    .normalize('NFKD')
    .slice(0, maxFieldLength)
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .replaceAll('đ', 'd')
}

function splitWords(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}@.]+/gu)?.filter((word) => /[\p{L}\p{N}]/u.test(word)) ?? []
  return words.map((word) => word.slice(0, maxWordLength))
}

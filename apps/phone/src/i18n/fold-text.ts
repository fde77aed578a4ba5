const foldedLetters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', đ: 'd' }

/** Returns a text without accents and in lower case, as the service compares texts in a search. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłæđ]/g, (letter) => foldedLetters[letter] ?? letter)
}

const minLettersAnywhere = 3

/**
 * Returns whether a text contains each word of a search: short ones at the beginning of a word, others anywhere. An empty
 * search matches every text, and one without letters and digits none.
 */
export function matchesSearch(text: string, search: string): boolean {
  const folded = ` ${foldText(text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`
  const words = foldText(search).match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return search.trim() === ''
  return words.every((word) => folded.includes(word.length < minLettersAnywhere ? ` ${word}` : word))
}

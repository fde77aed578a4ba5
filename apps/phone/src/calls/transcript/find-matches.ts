/** A part of a text: whether it matches a search. */
interface MarkedPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Returns a text in lower case and without accents, so that texts can be compared. */
export function toComparable(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Divides a text at the parts that match a search, without regard to case and accents. */
export function markMatches(text: string, search: string): MarkedPart[] {
  const wanted = toComparable(search.trim())
  if (wanted === '') return [{ text, isMatch: false }]
  const { comparable, starts } = compareByCharacter(text)
  const parts: MarkedPart[] = []
  let end = 0
  for (let at = comparable.indexOf(wanted); at >= 0; at = comparable.indexOf(wanted, at + wanted.length)) {
    const [from = 0, to = text.length] = [starts[at], starts[at + wanted.length]]
    if (from > end) parts.push({ text: text.slice(end, from), isMatch: false })
    if (to > Math.max(from, end)) parts.push({ text: text.slice(Math.max(from, end), to), isMatch: true })
    end = Math.max(end, to)
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false })
  return parts
}

/** Returns a comparable text, and for each of its characters the index in the text. */
function compareByCharacter(text: string) {
  let comparable = ''
  const starts: number[] = []
  let index = 0
  for (const character of text) {
    const compared = toComparable(character)
    comparable += compared
    for (let at = 0; at < compared.length; at++) starts.push(index)
    index += character.length
  }
  return { comparable, starts }
}

import { foldText } from './fold-text.ts'

/** A part of a text: whether it matches a search. */
interface MarkedPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Divides a text at the parts that match a search, as `foldText` compares them. */
export function markMatches(text: string, search: string): MarkedPart[] {
  const wanted = foldText(search.trim())
  if (wanted === '') return [{ text, isMatch: false }]
  const { folded, starts } = foldByCharacter(text)
  const parts: MarkedPart[] = []
  let end = 0
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const [from = 0, to = text.length] = [starts[at], starts[at + wanted.length]]
    if (from > end) parts.push({ text: text.slice(end, from), isMatch: false })
    if (to > Math.max(from, end)) parts.push({ text: text.slice(Math.max(from, end), to), isMatch: true })
    end = Math.max(end, to)
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false })
  return parts
}

/** Returns a folded text, and for each of its characters the index in the text. */
function foldByCharacter(text: string) {
  let folded = ''
  const starts: number[] = []
  let index = 0
  for (const character of text) {
    const part = foldText(character)
    folded += part
    for (let at = 0; at < part.length; at++) starts.push(index)
    index += character.length
  }
  return { folded, starts }
}

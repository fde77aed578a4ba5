import { analysisPrompts } from '@parley/contract/phone'

/** A part of a line. */
export interface TextPart {
  readonly text: string
  readonly kind: 'text' | 'variable' | 'unknown'
}

/** A name in `{{ }}` that is no variable. */
export interface UnknownVariable {
  readonly name: string
  readonly start: number
  readonly end: number
  /** Counted from 1. */
  readonly line: number
}

/** Returns a prompt, divided at its variables. */
export function splitAtVariables(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const use of analysisPrompts.findVariables(text)) {
    if (use.start > end) parts.push({ text: text.slice(end, use.start), kind: 'text' })
    parts.push({ text: text.slice(use.start, use.end), kind: use.isKnown ? 'variable' : 'unknown' })
    end = use.end
  }
  if (end < text.length) parts.push({ text: text.slice(end), kind: 'text' })
  return parts
}

/** Returns the lines of a prompt, divided at its variables, which may extend over several lines. */
export function splitText(text: string): TextPart[][] {
  const lines: TextPart[][] = [[]]
  for (const part of splitAtVariables(text))
    for (const [index, piece] of part.text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (piece !== '') lines.at(-1)?.push({ text: piece, kind: part.kind })
    }
  return lines
}

/** Returns each use of a variable that does not exist. */
export function listUnknownVariables(text: string): UnknownVariable[] {
  let line = 1
  let counted = 0
  return analysisPrompts
    .findVariables(text)
    .filter(({ isKnown }) => !isKnown)
    .map(({ name, start, end }) => {
      line += text.slice(counted, start).split('\n').length - 1
      counted = start
      return { name, start, end, line }
    })
}

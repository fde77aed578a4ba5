import { diffArrays, diffWordsWithSpace } from 'diff'

/** A part of a line: whether it differs from the other text. */
export interface LinePart {
  readonly text: string
  readonly isChanged: boolean
}

/** A line of a comparison. */
export interface ComparedLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly parts: readonly LinePart[]
}

/** Texts that differ in more lines are shown as replaced: the work grows with the square of this number. */
const maxChangedLines = 1_000
/** The same for the words of consecutive changed lines. */
const maxChangedWords = 200
/** Lines with less in common are shown as replaced, without a mark at each word. */
const minCommonShare = 0.3

/** Compares two texts line by line, and changed lines word by word. */
export function compareTexts(before: string, after: string): ComparedLine[] {
  const [oldLines, newLines] = [splitLines(before), splitLines(after)]
  const changes = diffArrays(oldLines, newLines, { maxEditLength: maxChangedLines })
  if (!changes) return replaceLines(oldLines, newLines)
  const lines: ComparedLine[] = []
  for (let index = 0; index < changes.length; index++) {
    const change = changes[index]
    const next = changes[index + 1]
    if (!change) continue
    if (change.removed && next?.added) {
      lines.push(...compareLines(change.value, next.value))
      index++
    } else lines.push(...toLines(change.removed ? 'removed' : change.added ? 'added' : 'same', change.value))
  }
  return lines
}

/** An empty text has no lines. */
function splitLines(text: string): string[] {
  return text === '' ? [] : text.split(/\r\n?|\n/)
}

function toLines(kind: ComparedLine['kind'], lines: readonly string[]): ComparedLine[] {
  return lines.map((text) => ({ kind, parts: [{ text, isChanged: false }] }))
}

function replaceLines(oldLines: readonly string[], newLines: readonly string[]): ComparedLine[] {
  return [...toLines('removed', oldLines), ...toLines('added', newLines)]
}

function compareLines(oldLines: readonly string[], newLines: readonly string[]): ComparedLine[] {
  const [before, after] = [oldLines.join('\n'), newLines.join('\n')]
  const words = diffWordsWithSpace(before, after, { maxEditLength: maxChangedWords })
  const common = words?.filter(({ added, removed }) => !added && !removed) ?? []
  const commonLength = common.reduce((length, { value }) => length + value.trim().length, 0)
  if (!words || commonLength < minCommonShare * Math.max(before.length, after.length))
    return replaceLines(oldLines, newLines)
  const removed = words.filter(({ added }) => !added)
  const added = words.filter((word) => !word.removed)
  return [
    ...joinParts(removed.map((word) => ({ text: word.value, isChanged: word.removed }))).map(
      (parts): ComparedLine => ({ kind: 'removed', parts }),
    ),
    ...joinParts(added.map((word) => ({ text: word.value, isChanged: word.added }))).map(
      (parts): ComparedLine => ({ kind: 'added', parts }),
    ),
  ]
}

/** Divides parts of a text into the lines of that text. */
function joinParts(parts: readonly LinePart[]): LinePart[][] {
  const lines: LinePart[][] = [[]]
  for (const { text, isChanged } of parts)
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (piece !== '') lines.at(-1)?.push({ text: piece, isChanged })
    }
  return lines
}

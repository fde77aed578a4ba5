import type { ComparedLine } from './compare-texts.ts'

/** Unchanged lines around each changed line. */
const contextLines = 2

/** A line of a comparison, or the number of unchanged lines that are folded. */
export type ComparisonRow =
  | { readonly kind: 'line'; readonly index: number; readonly line: ComparedLine }
  | { readonly kind: 'folded'; readonly index: number; readonly count: number }

/**
 * Folds unchanged lines that are far from a change.
 *
 * @param unfolded the indexes of the first lines of folds that are shown
 */
export function foldLines(lines: readonly ComparedLine[], unfolded: readonly number[]): ComparisonRow[] {
  const isNear = findNearLines(lines)
  const openFolds = new Set(unfolded)
  const rows: ComparisonRow[] = []
  for (let start = 0; start < lines.length; ) {
    const near = isNear[start]
    let end = start
    while (end < lines.length && isNear[end] === near) end++
    // One line takes as much space as the button that shows it.
    if (near || end - start === 1 || openFolds.has(start))
      for (const [offset, line] of lines.slice(start, end).entries())
        rows.push({ kind: 'line', index: start + offset, line })
    else rows.push({ kind: 'folded', index: start, count: end - start })
    start = end
  }
  return rows
}

function findNearLines(lines: readonly ComparedLine[]): boolean[] {
  const isNear = lines.map(() => false)
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') isNear.fill(true, Math.max(0, index - contextLines), index + contextLines + 1)
  return isNear
}

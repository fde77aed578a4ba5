import { foldText } from '../../i18n/fold-text.ts'

interface TimedLine {
  readonly startMs: number
  readonly text: string
}

/** Returns the index of the last line that has begun at a time; -1 before the first. Lines are in order of time. */
export function findLineAt(lines: readonly TimedLine[], atMs: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.startMs ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the indexes of the lines that contain a text, without regard to case and accents. */
export function findLinesWith(lines: readonly TimedLine[], search: string): number[] {
  const wanted = foldText(search.trim())
  if (wanted === '') return []
  return lines.flatMap(({ text }, index) => (foldText(text).includes(wanted) ? [index] : []))
}

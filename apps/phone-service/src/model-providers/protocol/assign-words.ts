import type { TimedText, TranscribedSegment } from './timed-text.ts'

/**
 * Gives each word to the segment in which its middle is: to one only, also if segments overlap, so that a response does
 * not grow. Segments with words of their own get no others.
 */
export function assignWords(
  segments: readonly TranscribedSegment[],
  words: readonly TimedText[],
): TranscribedSegment[] {
  const open = segments
    .map((segment, index) => ({ segment, index }))
    .filter(({ segment }) => segment.words.length === 0)
    .toSorted((a, b) => a.segment.startMs - b.segment.startMs)
  const assigned = new Map<number, TimedText[]>()
  let at = 0
  for (const word of words.toSorted((a, b) => toMiddle(a) - toMiddle(b))) {
    const middle = toMiddle(word)
    let next = open[at]
    while (next && next.segment.endMs <= middle) {
      at += 1
      next = open[at]
    }
    if (!next || next.segment.startMs > middle) continue
    const own = assigned.get(next.index)
    if (own) own.push(word)
    else assigned.set(next.index, [word])
  }
  return segments.map((segment, index) => ({ ...segment, words: assigned.get(index) ?? segment.words }))
}

function toMiddle({ startMs, endMs }: TimedText): number {
  return (startMs + endMs) / 2
}

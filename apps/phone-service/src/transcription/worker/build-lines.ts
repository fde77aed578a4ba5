import type { TimedText, TranscribedSegment } from '../../model-providers/index.ts'
import { type Span, toRecordingTime } from './plan-chunks.ts'

/** A line of a transcript. Times are milliseconds since the start of the recording. */
export interface SpokenLine extends TimedText {
  readonly words: readonly TimedText[]
}

/** A longer pause between two words begins another line. */
const maxPauseMs = 1_500
/** Longer texts without times of words are divided. */
const maxLineCharacters = 1_000
const minGapMs = 1

/** Converts the segments of a chunk to lines of the recording, one or more for each segment. */
export function buildLines(segments: readonly TranscribedSegment[], spans: readonly Span[]): SpokenLine[] {
  return segments.flatMap((segment) => {
    const words = segment.words.map((word) => toRecording(word, spans))
    const parts = words.length === 0 ? [] : cutText(segment.text, groupWords(words))
    return parts.length > 0 ? parts : divideText(toRecording(segment, spans))
  })
}

function toRecording({ text, startMs, endMs }: TimedText, spans: readonly Span[]): TimedText {
  const start = toRecordingTime(spans, startMs, 'start')
  return { text, startMs: start, endMs: Math.max(start + minGapMs, toRecordingTime(spans, endMs, 'end')) }
}

/** Divides words at pauses, and where a line would be too long. */
function groupWords(words: readonly TimedText[]): TimedText[][] {
  const groups: TimedText[][] = []
  let characters = 0
  for (const word of words) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    characters += word.text.length + 1
    if (group && before && word.startMs - before.endMs <= maxPauseMs && characters <= maxLineCharacters)
      group.push(word)
    else {
      groups.push([word])
      characters = word.text.length + 1
    }
  }
  return groups
}

/**
 * Returns lines with the text of a segment, which has the punctuation that its words lack. Empty when the text does not
 * contain the words.
 */
function cutText(text: string, groups: readonly TimedText[][]): SpokenLine[] {
  const starts: number[] = []
  let at = 0
  for (const group of groups) {
    for (const [index, word] of group.entries()) {
      const found = text.indexOf(word.text, at)
      if (found < 0) return []
      if (index === 0) starts.push(found)
      at = found + word.text.length
    }
  }
  return groups.flatMap((words, index) => {
    const [first, last] = [words[0], words.at(-1)]
    if (!first || !last) return []
    const from = index === 0 ? 0 : starts[index]
    const part = text.slice(from, starts[index + 1]).trim()
    // The times of overlapping words need not increase.
    const endMs = Math.max(last.endMs, first.startMs + minGapMs)
    return part === '' ? [] : [{ text: part, startMs: first.startMs, endMs, words }]
  })
}

/** Divides a long text at spaces into lines, whose times are in proportion to their lengths. */
function divideText({ text, startMs, endMs }: TimedText): SpokenLine[] {
  const parts: string[] = []
  for (let rest = text; rest !== ''; ) {
    const space = rest.length > maxLineCharacters ? rest.lastIndexOf(' ', maxLineCharacters) : rest.length
    const end = space > 0 ? space : maxLineCharacters
    parts.push(rest.slice(0, end).trim().toWellFormed())
    rest = rest.slice(end).trim()
  }
  const perCharacter = (endMs - startMs) / Math.max(1, text.length)
  let characters = 0
  return parts.map((part) => {
    const start = Math.round(startMs + characters * perCharacter)
    characters += part.length + 1
    const end = Math.min(endMs, Math.round(startMs + characters * perCharacter))
    return { text: part, startMs: start, endMs: Math.max(start + minGapMs, end), words: [] }
  })
}

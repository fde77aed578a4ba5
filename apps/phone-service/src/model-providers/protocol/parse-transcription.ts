import { z } from 'zod'
import { ProviderError } from './provider-error.ts'
import { toVisibleText } from './visible-text.ts'

/** Milliseconds since the start of the audio. */
export interface TimedText {
  readonly startMs: number
  readonly endMs: number
  readonly text: string
}

export interface TranscribedSegment extends TimedText {
  /** Empty when the provider gives no times of words. */
  readonly words: readonly TimedText[]
}

export interface Transcription {
  /** As the provider names it; null if it does not. */
  readonly language: string | null
  /** By time, within the audio, with visible texts. */
  readonly segments: readonly TranscribedSegment[]
}

const word = z.object({ word: z.string().max(1_000), start: z.number(), end: z.number() })
const maxWords = 20_000
const maxSegments = 5_000

/** The part of `verbose_json` that is used. Servers omit parts of it, or send null for them. */
const response = z.object({
  text: z.string().nullish(),
  language: z.string().max(100).nullish(),
  segments: z
    .array(
      z.object({
        start: z.number(),
        end: z.number(),
        text: z.string(),
        words: z.array(word).max(maxWords).nullish(),
      }),
    )
    .max(maxSegments)
    .nullish(),
  words: z.array(word).max(maxWords).nullish(),
})

type ResponseBody = z.infer<typeof response>

/** Far more than anyone says in this time. More text is not that of the audio, and would fill the database. */
const maxCharactersPerSecond = 60
const maxFurtherCharacters = 2_000
/** Servers round the times, and pad the audio. */
const toleranceMs = 1_000

/**
 * Validates the response of a provider about audio of a length. Times beyond its end are cut. A segment that lies
 * outside of it completely is omitted, because models invent text for the padding that they add.
 *
 * @throws {ProviderError} `unexpected-response`
 */
export function parseTranscription(body: unknown, durationMs: number): Transcription {
  const parsed = response.safeParse(body)
  if (!parsed.success) throw new ProviderError('unexpected-response')
  const { data } = parsed
  const all = listSegments(data, durationMs)
  const segments = all.flatMap((segment) => limitTimes(segment, durationMs))
  const characters = segments.reduce((sum, { text }) => sum + text.length, 0)
  const isImplausible = characters > maxFurtherCharacters + (durationMs / 1_000) * maxCharactersPerSecond
  if (isImplausible || (segments.length === 0 && all.length > 0))
    throw new ProviderError('unexpected-response')
  const language = toVisibleText(data.language ?? '')
  return { language: language === '' ? null : language, segments: segments.toSorted(byTime) }
}

function listSegments({ text, segments, words }: ResponseBody, durationMs: number): TranscribedSegment[] {
  const allWords = (words ?? []).flatMap(toWord)
  if (segments && segments.length > 0)
    return segments.flatMap((segment) => {
      const visible = toVisibleText(segment.text)
      if (visible === '') return []
      const times = { startMs: toMs(segment.start), endMs: toMs(segment.end) }
      const own = (segment.words ?? []).flatMap(toWord)
      return [{ ...times, text: visible, words: own.length > 0 ? own : selectWords(allWords, times) }]
    })
  if (typeof text !== 'string' && allWords.length === 0 && !segments)
    throw new ProviderError('unexpected-response')
  const visible = toVisibleText(text ?? allWords.map((each) => each.text).join(' '))
  if (visible === '') return []
  const startMs = allWords[0]?.startMs ?? 0
  return [{ startMs, endMs: allWords.at(-1)?.endMs ?? durationMs, text: visible, words: allWords }]
}

/** Returns the words whose middle is in a segment. */
function selectWords(
  words: readonly TimedText[],
  { startMs, endMs }: Omit<TimedText, 'text'>,
): readonly TimedText[] {
  return words.filter((each) => {
    const middle = (each.startMs + each.endMs) / 2
    return middle >= startMs && middle < endMs
  })
}

function limitTimes(segment: TranscribedSegment, durationMs: number): TranscribedSegment[] {
  const { startMs, endMs, words } = segment
  const isInside = startMs < durationMs && endMs > 0 && endMs >= startMs
  if (!isInside) return []
  const limit = ({ text, ...times }: TimedText) => ({ text, ...limitTo(times, durationMs) })
  // Times that cannot be those of the words are worse than those of the segment.
  const areWordsInside = words.every(
    (each) =>
      each.startMs >= -toleranceMs && each.endMs <= durationMs + toleranceMs && each.endMs >= each.startMs,
  )
  return [{ ...limit(segment), words: areWordsInside ? words.map(limit).toSorted(byTime) : [] }]
}

function limitTo({ startMs, endMs }: Omit<TimedText, 'text'>, durationMs: number) {
  const start = Math.min(Math.max(0, startMs), durationMs)
  return { startMs: start, endMs: Math.max(start, Math.min(endMs, durationMs)) }
}

function toWord({ word: text, start, end }: z.infer<typeof word>): TimedText[] {
  const visible = toVisibleText(text)
  return visible === '' ? [] : [{ text: visible, startMs: toMs(start), endMs: toMs(end) }]
}

/** Limited, so that the differences of two times are exact. */
function toMs(seconds: number): number {
  return Math.round(Math.min(Math.max(seconds, -1e6), 1e6) * 1_000)
}

function byTime(a: Omit<TimedText, 'text'>, b: Omit<TimedText, 'text'>): number {
  return a.startMs - b.startMs || a.endMs - b.endMs
}

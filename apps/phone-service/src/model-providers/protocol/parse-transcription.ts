import { z } from 'zod'
import { assignWords } from './assign-words.ts'
import { ProviderError } from './provider-error.ts'
import type { TimedText, TranscribedSegment } from './timed-text.ts'
import { toVisibleText } from './visible-text.ts'

export interface Transcription {
  /** As the provider names it; null if it does not. */
  readonly language: string | null
  /** By time, within the audio, with visible texts. */
  readonly segments: readonly TranscribedSegment[]
}

const word = z.object({ word: z.string(), start: z.number(), end: z.number() })

/** The part of `verbose_json` that is used. Servers omit parts of it, or send null for them. */
const response = z.object({
  text: z.string().nullish(),
  language: z.string().max(100).nullish(),
  segments: z
    .array(z.object({ start: z.number(), end: z.number(), text: z.string(), words: z.array(word).nullish() }))
    .nullish(),
  words: z.array(word).nullish(),
})

type ResponseBody = z.infer<typeof response>

const maxSegments = 5_000
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
  const maxCharacters = maxFurtherCharacters + (durationMs / 1_000) * maxCharactersPerSecond
  // Validation creates an object for each part, also for each wrong one.
  if (!hasFewParts(body, maxCharacters)) throw new ProviderError('unexpected-response')
  const parsed = response.safeParse(body)
  if (!parsed.success || countCharacters(parsed.data) > maxCharacters)
    throw new ProviderError('unexpected-response')
  const { data } = parsed
  const all = listSegments(data, durationMs)
  const segments = all.flatMap((segment) => limitTimes(segment, durationMs))
  if (segments.length === 0 && all.length > 0) throw new ProviderError('unexpected-response')
  const language = toVisibleText(data.language ?? '')
  return { language: language === '' ? null : language, segments: segments.toSorted(byTime) }
}

/** Returns whether a response that is not validated yet has no more segments and words than its audio can have. */
function hasFewParts(body: unknown, maxWords: number): boolean {
  const { segments, words } = toRecord(body)
  const count = (value: unknown) => (Array.isArray(value) ? value.length : 0)
  if (count(segments) > maxSegments || count(words) > maxWords) return false
  const ofSegments = Array.isArray(segments) ? segments.map((segment) => count(toRecord(segment).words)) : []
  return ofSegments.reduce((sum, each) => sum + each, 0) <= maxWords
}

function toRecord(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? value : {}
}

/** Returns the length of the longest of the texts of a response: the same text is in its words and in its segments. */
function countCharacters({ text, segments, words }: ResponseBody): number {
  const measure = (texts: readonly string[]) => texts.reduce((sum, each) => sum + each.length, 0)
  const list = segments ?? []
  return Math.max(
    text?.length ?? 0,
    measure(list.map((segment) => segment.text)),
    measure((words ?? []).map((each) => each.word)),
    measure(list.flatMap((segment) => (segment.words ?? []).map((each) => each.word))),
  )
}

function listSegments({ text, segments, words }: ResponseBody, durationMs: number): TranscribedSegment[] {
  const allWords = (words ?? []).flatMap(toWord)
  if (segments && segments.length > 0) {
    const visible = segments.flatMap((segment) => {
      const shown = toVisibleText(segment.text)
      if (shown === '') return []
      const times = { startMs: toMs(segment.start), endMs: toMs(segment.end) }
      return [{ ...times, text: shown, words: (segment.words ?? []).flatMap(toWord) }]
    })
    return assignWords(visible, allWords)
  }
  if (typeof text !== 'string' && allWords.length === 0 && !segments)
    throw new ProviderError('unexpected-response')
  const visible = toVisibleText(text ?? allWords.map((each) => each.text).join(' '))
  if (visible === '') return []
  const startMs = allWords[0]?.startMs ?? 0
  return [{ startMs, endMs: allWords.at(-1)?.endMs ?? durationMs, text: visible, words: allWords }]
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

import type { callMetrics } from '@parley/contract/phone'
import type { SpeechInterval } from '../../speech-activity/index.ts'
import { findGaps, measureLength, selectLongest, sumLengths, unite } from './intervals.ts'

type CallMetrics = callMetrics.CallMetrics
type ParticipantMetrics = callMetrics.ParticipantMetrics

/** A participant of a call, and when they talk. */
export interface Talker {
  readonly legIds: readonly string[]
  readonly speech: readonly SpeechInterval[]
}

/** Speech of a participant with pauses of at most {@link maxPauseInTurnMs}. */
interface Utterance extends SpeechInterval {
  readonly talker: Talker
}

/**
 * A shorter utterance is feedback ("mm-hm") that takes no turn (Edlund, Heldner, Al Moubayed, Gravano and Hirschberg,
 * "Very short utterances in conversation", Fonetik 2010).
 */
const minTurnMs = 1_000
/** A longer pause ends what a participant says; a shorter one is part of it. */
const maxPauseInTurnMs = 1_000
/** A longer pause ends a monologue. */
const maxPauseMs = 3_000
/**
 * A shorter overlap is usual when turns change (Heldner and Edlund, "Pauses, gaps and overlaps in conversations",
 * Journal of Phonetics 38, 2010); after a longer one, both have talked at the same time.
 */
const interruptingOverlapMs = { min: 500, max: 3_000 }
/** After a longer silence, no one replies. */
const maxReplyGapMs = 5_000
/** A shorter gap is not worth skipping when a recording is played. */
const minGapMs = 1_000
const maxGaps = 2_000
const maxParticipants = 50
/** Below it, the shares are accidental. */
const minTalkMs = 10_000

/**
 * Computes the numbers of a call from the speech of its participants; null when they talk for less than 10 s.
 *
 * - Talk share: the time of a participant divided by the sum of those of all. Its bounds are those of the detected
 *   speech, so pauses of less than 0.3 s are part of it.
 * - Longest monologue: the longest part in which one participant talks, with pauses of up to 3 s, until another one
 *   takes a turn of at least 1 s. Feedback of the others does not end it.
 * - Interruption: a participant begins a turn of at least 1 s while another one has been talking for at least 1 s, who
 *   stops 0.5 to 3 s later, before the first one does. A turn has pauses of up to 1 s.
 * - Silence: the time in which no participant talks, with the one before the first and after the last word, on hold and
 *   while the recording is paused.
 * - Reply gap: the median time between the end of the talk of another participant and the beginning of that of this
 *   one, when no one talks in between and it is at most 5 s. Replies that begin earlier have no gap and do not count.
 */
export function computeNumbers(talkers: readonly Talker[], durationMs: number): CallMetrics | null {
  const ofTalkers = talkers.map((talker) => ({ ...talker, speech: unite(talker.speech) }))
  const talkTotalMs = ofTalkers.reduce((sum, { speech }) => sum + sumLengths(speech), 0)
  if (talkTotalMs < minTalkMs) return null
  const utterances = ofTalkers
    .flatMap((talker) =>
      unite(talker.speech, maxPauseInTurnMs).map((interval): Utterance => ({ ...interval, talker })),
    )
    .toSorted((one, other) => one.startMs - other.startMs)
  const monologues = findLongestMonologues(utterances)
  const interruptions = countInterruptions(utterances)
  const replyGaps = listReplyGaps(utterances)
  const participants = ofTalkers.map((talker): ParticipantMetrics => {
    const talkMs = sumLengths(talker.speech)
    return {
      legIds: [...talker.legIds],
      talkMs,
      talkShare: Math.round((talkMs / talkTotalMs) * 1_000) / 1_000,
      monologue: monologues.get(talker) ?? null,
      interruptions: interruptions.get(talker) ?? 0,
      replyGap: summarizeGaps(replyGaps.get(talker) ?? []),
    }
  })
  const gaps = findGaps(unite(ofTalkers.flatMap(({ speech }) => speech)), durationMs)
  return {
    durationMs,
    participants: participants.toSorted((one, other) => other.talkMs - one.talkMs).slice(0, maxParticipants),
    silence: { totalMs: sumLengths(gaps), longest: selectLongest(gaps, 1)[0] ?? null },
    gaps: selectLongest(
      gaps.filter((gap) => measureLength(gap) > minGapMs),
      maxGaps,
    ),
  }
}

function findLongestMonologues(utterances: readonly Utterance[]): ReadonlyMap<Talker, SpeechInterval> {
  const longest = new Map<Talker, SpeechInterval>()
  let current: { talker: Talker; startMs: number; endMs: number } | null = null
  for (const { talker, startMs, endMs } of utterances) {
    const isOther = current !== null && current.talker !== talker
    if (isOther && endMs - startMs < minTurnMs) continue
    if (current === null || isOther || startMs - current.endMs > maxPauseMs)
      current = { talker, startMs, endMs }
    else current.endMs = endMs
    const before = longest.get(talker)
    if (!before || measureLength(before) < measureLength(current))
      longest.set(talker, { startMs: current.startMs, endMs: current.endMs })
  }
  return longest
}

function countInterruptions(utterances: readonly Utterance[]): ReadonlyMap<Talker, number> {
  const counts = new Map<Talker, number>()
  /** The last utterance of each participant that has begun. */
  const latest = new Map<Talker, Utterance>()
  for (const utterance of utterances) {
    const { talker, startMs, endMs } = utterance
    const isInterrupted = (other: Utterance) => {
      const overlapMs = other.endMs - startMs
      return (
        other.talker !== talker &&
        startMs - other.startMs >= minTurnMs &&
        overlapMs >= interruptingOverlapMs.min &&
        overlapMs <= interruptingOverlapMs.max &&
        endMs > other.endMs
      )
    }
    if (endMs - startMs >= minTurnMs && [...latest.values()].some(isInterrupted))
      counts.set(talker, (counts.get(talker) ?? 0) + 1)
    latest.set(talker, utterance)
  }
  return counts
}

function listReplyGaps(utterances: readonly Utterance[]): ReadonlyMap<Talker, readonly number[]> {
  const gaps = new Map<Talker, number[]>()
  /** The utterance that ends last of those that have begun. */
  let last: Utterance | null = null
  for (const utterance of utterances) {
    const { talker, startMs } = utterance
    const gapMs = last ? startMs - last.endMs : 0
    if (last && last.talker !== talker && gapMs >= 0 && gapMs <= maxReplyGapMs) {
      const own = gaps.get(talker) ?? []
      own.push(gapMs)
      gaps.set(talker, own)
    }
    if (!last || utterance.endMs > last.endMs) last = utterance
  }
  return gaps
}

function summarizeGaps(gaps: readonly number[]): ParticipantMetrics['replyGap'] {
  const sorted = gaps.toSorted((one, other) => one - other)
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1)
  if (middle.length === 0) return null
  const medianMs = Math.round(middle.reduce((sum, gap) => sum + gap, 0) / middle.length)
  return { medianMs, count: sorted.length }
}

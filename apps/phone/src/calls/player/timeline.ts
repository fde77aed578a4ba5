import type { Call, Leg, Recording } from '@parley/contract/phone'

/**
 * The recording of one participant, with its start and end in milliseconds from the start of the timeline.
 */
export interface TimelineTrack {
  readonly recording: Recording
  readonly leg: Leg | null
  /** Index among the participants; selects the color. */
  readonly index: number
  readonly fromMs: number
  readonly toMs: number
}

/** Marks that start something; ends are not shown. A burst of digits is one mark. */
const displayedMarks = ['hold', 'mute', 'digit', 'detached'] as const

export interface TimelineMark {
  readonly type: (typeof displayedMarks)[number]
  readonly atMs: number
}

export interface Timeline {
  readonly lengthMs: number
  readonly tracks: readonly TimelineTrack[]
  readonly marks: readonly TimelineMark[]
}

/** Marks that are too close to each other to be shown apart, in order. */
export interface MarkGroup {
  readonly atMs: number
  readonly marks: readonly [TimelineMark, ...TimelineMark[]]
}

/** Marks closer to the first one of a group than this share of the timeline belong to the group. */
const groupShare = 0.1

/** Marks this close to the end are omitted: all audio ends with the call. */
const endToleranceMs = 500
/** Hanging up detaches the audio first; such marks are omitted. */
const hangUpGraceMs = 2_000
const markMergeMs = 5_000

/** Builds the timeline of a recorded call. Zero is the start of the first playable recording. */
export function buildTimeline(call: Call): Timeline {
  const tracks = call.recordings
    .filter(({ state }) => state === 'finished' || state === 'recovered')
    .map((recording): TimelineTrack => {
      const index = call.legs.findIndex(({ id }) => id === recording.legId)
      return {
        recording,
        leg: call.legs[index] ?? null,
        index: Math.max(0, index),
        fromMs: recording.offsetMs,
        toMs: recording.offsetMs + recording.durationMs,
      }
    })
    .sort((one, other) => one.index - other.index || one.fromMs - other.fromMs)
  const lengthMs = Math.max(1, ...tracks.map(({ toMs }) => toMs))

  const firstStartedAt = Math.min(...tracks.map(({ recording }) => recording.startedAt))
  const marks: TimelineMark[] = []
  for (const { type: markType, at } of call.marks) {
    const type = displayedMarks.find((displayed) => displayed === markType)
    if (!type) continue
    const atMs = at - firstStartedAt
    const before = marks.findLast((mark) => mark.type === type)
    const isRepeated = before !== undefined && atMs - before.atMs < markMergeMs
    if (atMs >= 0 && atMs <= lengthMs - (type === 'detached' ? hangUpGraceMs : endToleranceMs) && !isRepeated)
      marks.push({ type, atMs })
  }
  return { lengthMs, tracks, marks }
}

/** Groups marks so that their icons do not overlap on a narrow screen. */
export function groupMarks({ marks, lengthMs }: Pick<Timeline, 'marks' | 'lengthMs'>): MarkGroup[] {
  const groups: MarkGroup[] = []
  for (const mark of marks.toSorted((one, other) => one.atMs - other.atMs)) {
    const group = groups.at(-1)
    if (group && mark.atMs - group.atMs < lengthMs * groupShare)
      groups[groups.length - 1] = { ...group, marks: [...group.marks, mark] }
    else groups.push({ atMs: mark.atMs, marks: [mark] })
  }
  return groups
}

import type { Call, CallMark, Leg, Recording } from '@parley/contract/phone'

/** The recording of one participant, with its start and end in milliseconds from the start of the timeline. */
export interface TimelineLane {
  readonly recording: Recording
  readonly leg: Leg | null
  /** Index among the participants; selects the color. */
  readonly index: number
  readonly fromMs: number
  readonly toMs: number
}

export interface TimelineMark {
  readonly type: CallMark['type']
  readonly atMs: number
}

export interface Timeline {
  readonly lengthMs: number
  readonly lanes: readonly TimelineLane[]
  readonly marks: readonly TimelineMark[]
}

/** Marks that start something; ends are not shown. A burst of digits is one mark. */
const shownMarks: readonly CallMark['type'][] = ['hold', 'mute', 'digit', 'detached']
/** Marks this close to the end are omitted: all audio ends with the call. */
const endMs = 500
/** Hanging up detaches the audio first; such marks are omitted. */
const hangingUpMs = 2_000
const sameMarkWithinMs = 5_000

/** Builds the timeline of a recorded call. Zero is the start of the first playable recording. */
export function timelineOf(call: Call): Timeline {
  const lanes = call.recordings
    .filter(({ state }) => state === 'finished' || state === 'recovered')
    .map((recording): TimelineLane => {
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
  const lengthMs = Math.max(1, ...lanes.map(({ toMs }) => toMs))

  const beganAt = Math.min(...lanes.map(({ recording }) => recording.startedAt))
  const marks: TimelineMark[] = []
  for (const { type, at } of call.marks) {
    const atMs = at - beganAt
    const before = marks.findLast((mark) => mark.type === type)
    const isRepeated = before !== undefined && atMs - before.atMs < sameMarkWithinMs
    if (
      shownMarks.includes(type) &&
      atMs >= 0 &&
      atMs <= lengthMs - (type === 'detached' ? hangingUpMs : endMs) &&
      !isRepeated
    )
      marks.push({ type, atMs })
  }
  return { lengthMs, lanes, marks }
}

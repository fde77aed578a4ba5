import type { Call, CallMark, Leg, Recording } from '@parley/contract/phone'

/** One person in the player: when the recording of the person begins and ends, in milliseconds of the whole. */
export interface TimelineLane {
  readonly recording: Recording
  readonly leg: Leg | null
  /** Place among the participants, for the colour. */
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

/** What something begins with; its end can be heard. Keys come as one for each burst. */
const shownMarks: readonly CallMark['type'][] = ['hold', 'mute', 'digit', 'detached']
/** Everybody's audio ends with the call, which is not worth a mark. */
const endMs = 500
/** Whoever hangs up lets go of the audio first. */
const hangingUpMs = 2_000
const sameMarkWithinMs = 5_000

/** Where everything of a recorded call lies. Zero is the beginning of the first recording that can be heard. */
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

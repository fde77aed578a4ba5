import { z } from 'zod'
import type { CallState } from '../../call-state/index.ts'

/** The purpose of a timer, with its parameters. `run-timer.ts` has the work. */
export const timerData = z.discriminatedUnion('kind', [
  /** Lets the next step of an unanswered call follow, or ends it. */
  z.object({ kind: z.literal('ringing') }),
  /** Removes a leg whose browser has not reconnected. */
  z.object({ kind: z.literal('detached-leg'), legId: z.string() }),
  /** Aborts a recording before it fills the disk, and when it exceeds the quota of its workspace. */
  z.object({ kind: z.literal('recording-space') }),
  /** Reserves further time for a telephone leg within the limits per day, or removes it. */
  z.object({ kind: z.literal('time-limit'), legId: z.string() }),
  /** Ends a transferred call, in which no user takes part. */
  z.object({ kind: z.literal('without-user') }),
  /** Lets a parked call ring for the user who has parked it. */
  z.object({ kind: z.literal('parked') }),
  /** Dials the number of a transfer that its trunk has not confirmed. */
  z.object({ kind: z.literal('refer') }),
  /** Ends a call that voicemail has answered: the greeting does not end, or the message is too long. */
  z.object({ kind: z.literal('voicemail') }),
  /** Lets a call that waits in a queue ring for members who have become free. */
  z.object({ kind: z.literal('queue') }),
  /** Continues in a menu whose caller has pressed no key. */
  z.object({ kind: z.literal('menu') }),
  /** Plays their position to a caller who waits in a queue. */
  z.object({ kind: z.literal('queue-position') }),
  /** Tells an automated call that time has passed. */
  z.object({ kind: z.literal('automated-call') }),
])

export type TimerData = z.infer<typeof timerData>

/** A timer of a call, to be set. */
export interface NewTimer {
  /** Unique within the call: a timer replaces one of the same name. */
  readonly name: string
  readonly afterMs: number
  readonly data: TimerData
}

/** A change of the timers of a call, saved in the transaction that saves the change of the call. */
export type TimerChange =
  | ({ readonly type: 'set' } & NewTimer)
  | { readonly type: 'clear'; readonly name: string }

export function setTimer(timer: NewTimer): TimerChange {
  return { type: 'set', ...timer }
}

export function clearTimer(name: string): TimerChange {
  return { type: 'clear', name }
}

/** The names of the timers of which a call has one at most. */
export const timerNames = {
  ringing: 'ringing',
  refer: 'refer',
  parked: 'parked',
  menu: 'menu',
  recordingSpace: 'recording-space',
  queue: 'queue',
  queuePosition: 'queue-position',
  withoutUser: 'without-user',
  voicemail: 'voicemail',
  automatedCall: 'automated-call',
} as const

/**
 * After this time, an expired timer is checked again while the audio of a user who has answered is being connected.
 */
export const answeringCheckMs = 5_000

export function createRingingTimer(afterMs: number): NewTimer {
  return { name: timerNames.ringing, afterMs, data: { kind: 'ringing' } }
}

export function createReferTimer(afterMs: number): NewTimer {
  return { name: timerNames.refer, afterMs, data: { kind: 'refer' } }
}

export function createParkedTimer(afterMs: number): NewTimer {
  return { name: timerNames.parked, afterMs, data: { kind: 'parked' } }
}

export function createMenuTimer(afterMs: number): NewTimer {
  return { name: timerNames.menu, afterMs, data: { kind: 'menu' } }
}

export function createAutomatedCallTimer(afterMs: number): NewTimer {
  return { name: timerNames.automatedCall, afterMs, data: { kind: 'automated-call' } }
}

/** While a call is recorded. */
export function createSpaceTimer(): NewTimer {
  return { name: timerNames.recordingSpace, afterMs: 5_000, data: { kind: 'recording-space' } }
}

/** While a caller waits in a queue: how soon a member who becomes free gets the call. */
export function createQueueTimer(): NewTimer {
  return { name: timerNames.queue, afterMs: 1_000, data: { kind: 'queue' } }
}

/** While a caller waits in a queue that announces positions. */
export function createPositionTimer(): NewTimer {
  return { name: timerNames.queuePosition, afterMs: 30_000, data: { kind: 'queue-position' } }
}

/**
 * A transferred call is charged to a workspace of which no member may know that it continues. The texts of
 * `ended.without-member` name the time.
 */
export function createWithoutUserTimer(): NewTimer {
  return { name: timerNames.withoutUser, afterMs: 4 * 60 * 60_000, data: { kind: 'without-user' } }
}

/** Ends the call if the greeting, or the sentence that nothing more can be recorded, does not end. Both are shorter. */
export function createGreetingTimer(): NewTimer {
  return { name: timerNames.voicemail, afterMs: 4 * 60_000, data: { kind: 'voicemail' } }
}

/** Ends the longest message. */
export function createMessageTimer(): NewTimer {
  return { name: timerNames.voicemail, afterMs: 3 * 60_000, data: { kind: 'voicemail' } }
}

/** Returns the timer that reserves further time for a telephone leg. */
export function createTimeLimitTimer(legId: string, afterMs: number): NewTimer {
  return { name: getTimeLimitTimerName(legId), afterMs, data: { kind: 'time-limit', legId } }
}

export function getTimeLimitTimerName(legId: string): string {
  return `time-limit ${legId}`
}

/** Returns the timer that removes a detached leg. */
export function createDetachedTimer(legId: string, afterMs: number): NewTimer {
  return { name: getDetachedTimerName(legId), afterMs, data: { kind: 'detached-leg', legId } }
}

function getDetachedTimerName(legId: string): string {
  return `detached-leg ${legId}`
}

/** Returns the change of the timers when a leg joins or leaves in this state: only a detached leg has one. */
export function clearDetachedTimer({ legs }: CallState, legId: string): TimerChange[] {
  const leg = legs.find(({ id }) => id === legId)
  return leg?.state === 'detached' ? [clearTimer(getDetachedTimerName(legId))] : []
}

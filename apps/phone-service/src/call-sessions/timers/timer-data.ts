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

export const ringingTimer = 'ringing'
export const referTimer = 'refer'
export const parkedTimer = 'parked'
export const menuTimerName = 'menu'

/** While a call is recorded. */
export const spaceTimer = {
  name: 'recording-space',
  afterMs: 5_000,
  data: { kind: 'recording-space' },
} as const satisfies NewTimer

/** While a caller waits in a queue: how soon a member who becomes free gets the call. */
export const queueTimer = {
  name: 'queue',
  afterMs: 1_000,
  data: { kind: 'queue' },
} as const satisfies NewTimer

/** While a caller waits in a queue that announces positions. */
export const positionTimer = {
  name: 'queue-position',
  afterMs: 30_000,
  data: { kind: 'queue-position' },
} as const satisfies NewTimer

/**
 * A transferred call is charged to a workspace of which no member may know that it continues. The texts of
 * `ended.without-member` name the time.
 */
export const withoutUserTimer = {
  name: 'without-user',
  afterMs: 4 * 60 * 60_000,
  data: { kind: 'without-user' },
} as const satisfies NewTimer

/** Returns the name of the timer that removes a detached leg. */
export function getDetachedTimerName(legId: string): string {
  return `detached-leg ${legId}`
}

/** Returns the change of the timers when a leg joins or leaves in this state: only a detached leg has one. */
export function clearDetachedTimer({ legs }: CallState, legId: string): TimerChange[] {
  const leg = legs.find(({ id }) => id === legId)
  return leg?.state === 'detached' ? [clearTimer(getDetachedTimerName(legId))] : []
}

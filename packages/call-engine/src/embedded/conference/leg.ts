import type { LeaveReason } from '../../conference-event.ts'
import type { BrowserStats, LegId, PersonId, RecordingLocation } from '../../port.ts'
import type { SipAnswer } from '../../trunk.ts'
import type { PhoneLeg } from '../line/phone-leg.ts'
import type { LegQuality, RecordedLane } from '../media/protocol.ts'

/**
 * The lifecycle of a leg.
 *
 *   arriving --first audio or answer--> present <--> detached (browsers only)
 *      |                                   |            |
 *      +------------------leave------------+------------+--> leaving --media removed--> left
 */
export type LegState = 'arriving' | 'present' | 'detached' | 'leaving' | 'left'

/** The control side's state of one participant; enough to restore it in another media process. */
export interface Leg {
  readonly id: LegId
  readonly kind: 'browser' | 'phone'
  readonly person: PersonId | null
  phone: PhoneLeg | null
  state: LegState
  isMuted: boolean
  isOnHold: boolean
  /** Null: all other legs. */
  hears: LegId[] | null
  readonly recordings: RecordingLocation[]
  measured: LegQuality[]
  browserStats: BrowserStats | null
  levelDbfs: number
  /** Removes a browser that does not connect or reconnect in time. */
  absenceTimer: NodeJS.Timeout | undefined
  /** False for a browser whose media process exited until it reconnects. */
  isInMedia: boolean
  /** Settles when the leg's media is set up; the leg cannot be removed from the media process before. */
  entering: Promise<unknown>
  /** Resolves when the media process has removed the leg, with its recorded track if there is one. */
  readonly mediaLeft: PromiseWithResolvers<RecordedLane | null>
  /** Resolves when `leg-left` was emitted. */
  leaving: Promise<void> | null
}

export interface Leaving {
  readonly reason: LeaveReason
  readonly sipAnswer: SipAnswer | null
}

export function createLeg(id: LegId, of: Pick<Leg, 'kind' | 'person'>): Leg {
  return {
    id,
    ...of,
    phone: null,
    state: 'arriving',
    isMuted: false,
    isOnHold: false,
    hears: null,
    recordings: [],
    measured: [],
    browserStats: null,
    levelDbfs: -127,
    absenceTimer: undefined,
    isInMedia: true,
    entering: Promise.resolve(),
    mediaLeft: Promise.withResolvers(),
    leaving: null,
  }
}

/** Returns whether the leg has not been removed. */
export function isStaying(leg: Leg): boolean {
  return leg.state !== 'leaving' && leg.state !== 'left'
}

/** Returns whether the leg has joined, connected or detached. */
export function isIn(leg: Leg): boolean {
  return leg.state === 'present' || leg.state === 'detached'
}

import type { LeaveReason } from '../../conference-event.ts'
import type { BrowserStats, LegId, PersonId, RecordingLocation } from '../../port.ts'
import type { SipAnswer } from '../../trunk.ts'
import type { PhoneLeg } from '../line/phone-leg.ts'
import type { LegQuality, RecordedLane } from '../media/protocol.ts'

/**
 * Where a leg stands.
 *
 *   arriving --its audio, or its answer--> present <--> detached (browsers only)
 *      |                                      |            |
 *      +------------------leave---------------+------------+--> leaving --media let go--> left
 */
export type LegState = 'arriving' | 'present' | 'detached' | 'leaving' | 'left'

/** What the control side knows of one participant; enough to bring it back in another media process. */
export interface Leg {
  readonly id: LegId
  readonly kind: 'browser' | 'phone'
  readonly person: PersonId | null
  phone: PhoneLeg | null
  state: LegState
  isMuted: boolean
  isOnHold: boolean
  /** Null: everyone else. */
  hears: LegId[] | null
  readonly recordings: RecordingLocation[]
  measured: LegQuality[]
  browserStats: BrowserStats | null
  levelDbfs: number
  /** Puts a browser out that does not come (back). */
  absenceTimer: NodeJS.Timeout | undefined
  /** False for a browser whose media process died and that has not come back yet. */
  isInMedia: boolean
  /** Its place in the media process being made; it cannot be taken away before it is there. */
  entering: Promise<unknown>
  /** Resolves when the media process has let the leg go, to its lane of the recording. */
  readonly mediaLeft: PromiseWithResolvers<RecordedLane | null>
  /** Resolves when it has said that it left. */
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

/** Whether it is still a participant, heard or not. */
export function isStaying(leg: Leg): boolean {
  return leg.state !== 'leaving' && leg.state !== 'left'
}

/** Whether it takes part in the conversation now, or keeps its place in it. */
export function isIn(leg: Leg): boolean {
  return leg.state === 'present' || leg.state === 'detached'
}

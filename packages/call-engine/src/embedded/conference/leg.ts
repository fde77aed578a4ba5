import type { LeaveReason } from '../../conference-event.ts'
import type { LegId, UserId } from '../../identifiers.ts'
import type { BrowserStats } from '../../port.ts'
import type { RecordingLocation } from '../../recording.ts'
import type { SipResponse } from '../../trunk.ts'
import type { MediaLegQuality, RecordedTrack } from '../media/protocol.ts'
import type { PhoneLeg } from '../phone/phone-leg.ts'

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
  readonly userId: UserId | null
  phone: PhoneLeg | null
  state: LegState
  isMuted: boolean
  isOnHold: boolean
  /** Null: all other legs. */
  audioSources: LegId[] | null
  readonly recordings: RecordingLocation[]
  measurements: MediaLegQuality[]
  browserStats: BrowserStats | null
  levelDbfs: number
  /** Removes a browser that does not connect or reconnect in time. */
  reconnectTimer: NodeJS.Timeout | undefined
  /** False for a browser whose media process exited until it reconnects. */
  hasMedia: boolean
  /** Settles when the leg's media is set up; the leg cannot be removed from the media process before. */
  mediaSetup: Promise<unknown>
  /** Resolves when the media process has removed the leg, with its recorded track if there is one. */
  readonly mediaRemoval: PromiseWithResolvers<RecordedTrack | null>
  /** Resolves when `leg-left` was emitted. */
  leaving: Promise<void> | null
}

export interface LeaveCause {
  readonly reason: LeaveReason
  readonly sipAnswer: SipResponse | null
}

export function createLeg(id: LegId, of: Pick<Leg, 'kind' | 'userId'>): Leg {
  return {
    id,
    ...of,
    phone: null,
    state: 'arriving',
    isMuted: false,
    isOnHold: false,
    audioSources: null,
    recordings: [],
    measurements: [],
    browserStats: null,
    levelDbfs: -127,
    reconnectTimer: undefined,
    hasMedia: true,
    mediaSetup: Promise.resolve(),
    mediaRemoval: Promise.withResolvers(),
    leaving: null,
  }
}

/** Returns whether the leg has not been removed. */
export function isActive(leg: Leg): boolean {
  return leg.state !== 'leaving' && leg.state !== 'left'
}

/** Returns whether the leg has joined, connected or detached. */
export function isJoined(leg: Leg): boolean {
  return leg.state === 'present' || leg.state === 'detached'
}

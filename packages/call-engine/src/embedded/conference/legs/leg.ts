import type { EventLimit } from '@parley/primitives'
import { createDigitLimit } from '@parley/rtp'
import type { LeaveReason, LegEvent } from '../../../conference-event.ts'
import type { IncomingCallId, LegId, UserId } from '../../../identifiers.ts'
import type { BrowserStats, RejectReason } from '../../../port.ts'
import type { RecordingLocation } from '../../../recording.ts'
import type { SipResponse } from '../../../trunk.ts'
import type {
  MediaLegQuality,
  PlayerSource as MediaPlayerSource,
  RecordedTrack,
} from '../../media/protocol.ts'
import type { PhoneLeg } from '../../phone/phone-leg.ts'
import type { ConferenceMedia } from '../../process/conference-media.ts'
import { type DigitTransport, KeyPresses } from './key-presses.ts'

/**
 * The lifecycle of a leg.
 *
 *   arriving --first audio or answer--> present <--> detached (browsers only)
 *      |                                   |            |
 *      +------------------leave------------+------------+--> leaving --media removed--> left
 */
export type LegState = 'arriving' | 'present' | 'detached' | 'leaving' | 'left'

export type EventFields<E> = E extends LegEvent ? Omit<E, 'legId' | 'at'> : never

/** The legs of the conference that a leg belongs to. */
export interface LegOwner {
  readonly media: ConferenceMedia
  find(legId: LegId): Leg | undefined
  /** Returns whether no other participant has joined, and the leg is not on hold. */
  isAlone(leg: Leg): boolean
  /** Emits an event of the leg. */
  emit(leg: Leg, event: EventFields<LegEvent>): void
  /** Marks a leg as joined: a telephone was answered, or a browser's first audio arrived. */
  join(leg: Leg): void
  /** Emits a digit of a leg, unless they are too many or it is reported already, and stops the players that it interrupts. */
  reportDigit(leg: Leg, digit: string, by: DigitTransport): void
  /** Stops recording a leg, until a recording is started for its current party. */
  withholdRecording(leg: Leg): Promise<void>
  /** Removes a leg and emits `leg-left` with the cause. Idempotent. Never rejects: timers call it too. */
  remove(leg: Leg, leaving: LeaveCause): Promise<void>
}

/** The control side's state of one participant; enough to restore it in another media process. */
export interface Leg {
  readonly id: LegId
  readonly kind: 'browser' | 'phone' | 'player'
  readonly userId: UserId | null
  /** Replaced when another conference adopts the leg. */
  owner: LegOwner
  phone: PhoneLeg | null
  /** The settings of a player. */
  player: PlayerSettings | null
  /** The incoming call of a telephone that is not answered. */
  waiting: WaitingCaller | null
  state: LegState
  isMuted: boolean
  isOnHold: boolean
  /** Null: all other legs. */
  audioSources: LegId[] | null
  readonly recordings: RecordingLocation[]
  measurements: MediaLegQuality[]
  browserStats: BrowserStats | null
  levelDbfs: number
  /** How often another call has replaced that of a telephone. */
  replacements: number
  /** Of its digits by RTP and INFO. Those by RTP are limited before they leave the media process, too. */
  readonly digitLimit: EventLimit
  readonly keyPresses: KeyPresses
  /** Removes a browser that does not connect or reconnect in time. */
  absenceTimer: NodeJS.Timeout | undefined
  /** False for a browser or player whose media process exited until it returns, and for a caller who waits. */
  hasMedia: boolean
  /** Settles when the leg's media is set up; the leg cannot be removed from the media process before. */
  mediaSetup: Promise<unknown>
  /**
   * Resolves when the media process has removed the leg, with its recorded track if there is one. Replaced when that
   * process could not add it and another one is tried.
   */
  mediaRemoval: PromiseWithResolvers<RecordedTrack | null>
  /** Resolves when `leg-left` was emitted. */
  leaving: Promise<void> | null
}

export interface LeaveCause {
  readonly reason: LeaveReason
  readonly sipAnswer: SipResponse | null
  /** The reason that a caller who waits receives. Default `not-now`. */
  readonly rejectReason?: RejectReason
}

export interface PlayerSettings {
  readonly source: MediaPlayerSource
  readonly listeners: readonly LegId[]
  readonly repeat: 'once' | 'loop'
  readonly stopOnDigit: boolean
  /** It can begin anew in another media process. A file of the caller may no longer exist then. */
  readonly isEndless: boolean
}

export interface WaitingCaller {
  readonly incomingId: IncomingCallId
  reject(reason: RejectReason): void
}

export const removed: LeaveCause = { reason: 'removed', sipAnswer: null }
export const failed: LeaveCause = { reason: 'failed', sipAnswer: null }

export function createLeg(id: LegId, of: Pick<Leg, 'kind' | 'userId' | 'owner'>): Leg {
  return {
    id,
    ...of,
    phone: null,
    player: null,
    waiting: null,
    state: 'arriving',
    isMuted: false,
    isOnHold: false,
    audioSources: null,
    recordings: [],
    measurements: [],
    browserStats: null,
    levelDbfs: -127,
    replacements: 0,
    digitLimit: createDigitLimit(),
    keyPresses: new KeyPresses(),
    absenceTimer: undefined,
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

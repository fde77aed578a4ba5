import type { OneWayAudioCause } from '@parley/call-engine'
import type {
  CallMark,
  CallPhase,
  EndReason,
  LegState,
  RecordingState,
  routing,
  SipResponse,
} from '@parley/contract/phone'
import type {
  BegunStep,
  CallRouting,
  MenuStep,
  MenuTarget,
  QueueStep,
  VoicemailStep,
} from './call-routing.ts'

/** A participant of a call. Times are epoch milliseconds. */
export interface CallLeg {
  readonly id: string
  readonly kind: 'browser' | 'phone'
  readonly userId: string | null
  readonly userName: string | null
  readonly handsetId: string | null
  readonly number: string | null
  readonly state: LegState
  readonly isMuted: boolean
  readonly isOnHold: boolean
  /** The remote party has put us on hold. Missing on a leg that never did. */
  readonly isHoldingUs?: boolean
  /** No audio has arrived from the telephone since it answered. Missing or null on other legs. */
  readonly oneWayCause?: OneWayAudioCause | null
  /** A caller who came through a trunk, whose provider vouches for the number. Missing on other legs. */
  readonly isTrunkCaller?: boolean
  /** Dialled through the emergency route. Missing on other legs. */
  readonly isEmergencyService?: boolean
  readonly joinedAt: number | null
  readonly leftAt: number | null
  readonly leftReason: EndReason | null
  readonly sipAnswer: SipResponse | null
}

/** A leg that plays audio to legs of a call. It is no participant, and is removed from the call when it leaves. */
export interface CallPlayer {
  readonly id: string
  readonly plays: 'announcement' | 'recording-stops' | 'hold-music'
  /** The legs that hear it. */
  readonly to: readonly string[]
}

/** The voicemail that has answered a call. */
export interface CallVoicemail {
  /** The owner; null for the voicemail of the workspace. */
  readonly userId: string | null
  /** Missing when the greeting is the usual one. */
  readonly announcementId?: string | null
  /** The caller hears the greeting, then the tone, after which the message is recorded; or that none can be (`full`). */
  readonly stage: 'greeting' | 'tone' | 'message' | 'full'
  /** The users and telephones who have called, of calls on this node: others are not recorded. */
  readonly callers?: readonly string[]
  /** At `full`: a message was recorded before. */
  readonly hasMessage?: boolean
  /** When the stage began, in epoch milliseconds. */
  readonly at: number
}

/** The transfer of a call to a number, by a user. See the contract for its stages. */
export interface CallTransfer {
  readonly stage: 'consulting' | 'dialing' | 'returning' | 'completed'
  readonly legId: string
  readonly number: string
  readonly userId: string
  /** The recording was paused for the consultation, whose end resumes it. */
  readonly hasPausedRecording: boolean
  /** Epoch milliseconds. */
  readonly at: number
}

/** The parking of a call by a user, who has left it. Times are epoch milliseconds. */
export interface CallParking {
  readonly userId: string
  readonly userName: string | null
  readonly at: number
  /** Since when the call rings for the user again; null before. */
  readonly returnedAt: number | null
}

/** The number to which an incoming call is forwarded: `dialing` until it has answered. */
export interface CallForwarding {
  readonly stage: 'dialing' | 'completed'
  readonly legId: string
  readonly number: string
  /** The caller ID that the number sees. */
  readonly from: string
}

/** The place of a caller who waits in a queue. Times are epoch milliseconds. */
export interface CallQueue {
  readonly queueId: string
  /** Increases with each call of all queues. */
  readonly place: number
  readonly at: number
  /** When the call began to ring for the members for whom it rings now. */
  readonly rungAt: number
  /** The members for whom it has rung one after the other, until it has rung for all who are free. */
  readonly triedIds: readonly string[]
  /** The members who get this call before later ones: those of its queue who have not declined it. */
  readonly awaitedIds: readonly string[]
}

/** Where a caller is in a menu. Times are epoch milliseconds. */
export interface CallMenu extends Omit<routing.MenuProgress, 'stage'> {
  /** `left`: a key, or its absence, has led the caller elsewhere. */
  readonly stage: routing.MenuProgress['stage'] | 'left'
  readonly enteredAt: number
}

/**
 * The state of a call: one conference with its legs. Times are epoch milliseconds.
 *
 *   dialing --> ringing --> early --> talking <--> on-hold
 *      |           |          |          |            |
 *      +-----------+----------+----------+------------+--> ended
 *
 * `phase` is derived from the legs. `ended` is final.
 */
export interface CallState {
  /** Missing on other calls. One of a verification or of the self-test is in no list of calls. */
  readonly purpose?: 'verification' | 'self-test' | 'emergency-test'
  readonly direction: 'outgoing' | 'incoming'
  readonly phase: CallPhase
  readonly startedAt: number
  readonly answeredAt: number | null
  readonly endedAt: number | null
  readonly endReason: EndReason | null
  readonly sipAnswer: SipResponse | null
  readonly recordingState: RecordingState
  /** Missing until the recordings are deleted. */
  readonly recordingDeleted?: {
    readonly at: number
    readonly byUserId: string
    readonly byName: string | null
  }
  readonly legs: readonly CallLeg[]
  /** Missing on a call that never had one. */
  readonly players?: readonly CallPlayer[]
  /** Missing on a call without one. */
  readonly transfer?: CallTransfer
  /** Missing on a call that is not parked. */
  readonly parked?: CallParking
  /** Missing on a call that no voicemail has answered. Such a call is unanswered: no user has taken it. */
  readonly voicemail?: CallVoicemail
  /** Missing on a call that is not forwarded. */
  readonly forwarding?: CallForwarding
  /** Missing on a call that does not wait in a queue. */
  readonly queue?: CallQueue
  /** Missing on a call whose caller has heard no menu. */
  readonly menu?: CallMenu
  readonly marks: readonly CallMark[]
  /** Of an incoming call. */
  readonly routing?: CallRouting
}

export type AddedLeg = Pick<
  CallLeg,
  'userId' | 'userName' | 'handsetId' | 'number' | 'isTrunkCaller' | 'isEmergencyService'
>

export type CallEvent =
  | {
      readonly type: 'leg-added'
      readonly at: number
      readonly leg: Pick<CallLeg, 'id' | 'kind'> & Partial<AddedLeg>
    }
  /** The legs and players of a call that is merged into this one. */
  | {
      readonly type: 'legs-adopted'
      readonly at: number
      readonly legs: readonly CallLeg[]
      readonly players: readonly CallPlayer[]
    }
  | { readonly type: 'leg-joined'; readonly at: number; readonly legId: string }
  | {
      readonly type: 'leg-ringing' | 'leg-early' | 'leg-detached'
      readonly at: number
      readonly legId: string
    }
  | { readonly type: 'leg-taken'; readonly at: number; readonly legId: string; readonly handsetId: string }
  | {
      readonly type: 'leg-left'
      readonly at: number
      readonly legId: string
      readonly reason: EndReason
      readonly sipAnswer: SipResponse | null
    }
  | { readonly type: 'mute' | 'unmute' | 'hold' | 'resume'; readonly at: number; readonly legId: string }
  | { readonly type: 'held-by-peer' | 'released-by-peer'; readonly at: number; readonly legId: string }
  | {
      readonly type: 'leg-one-way'
      readonly at: number
      readonly legId: string
      readonly cause: OneWayAudioCause | null
    }
  | { readonly type: 'digit'; readonly at: number; readonly legId: string }
  | { readonly type: 'player-added'; readonly at: number; readonly player: CallPlayer }
  | { readonly type: 'player-left'; readonly at: number; readonly legId: string }
  /** Null when the transfer is cancelled, or has returned to its user. */
  | { readonly type: 'transfer'; readonly at: number; readonly transfer: CallTransfer | null }
  /** Null when a member has picked up the call. */
  | { readonly type: 'parked'; readonly at: number; readonly parked: CallParking | null }
  /** Null when the number does not answer. */
  | { readonly type: 'forwarding'; readonly at: number; readonly forwarding: CallForwarding | null }
  /** The call waits in a queue and rings for these members, or has left it. */
  | {
      readonly type: 'queue'
      readonly at: number
      readonly queue: CallQueue | null
      readonly ringsFor: readonly string[]
    }
  | { readonly type: 'menu'; readonly at: number; readonly menu: CallMenu }
  /** A key, or null for none, has led the caller to the steps of a target. */
  | ({
      readonly type: 'menu-left'
      readonly at: number
      readonly menuId: string
      readonly key: string | null
    } & MenuTarget)
  | { readonly type: 'recording'; readonly at: number; readonly state: RecordingState }
  /** An incoming call has arrived, and rings for the users of its first step. */
  | { readonly type: 'routed'; readonly at: number; readonly routing: CallRouting }
  /** The call rings for the users of another step. */
  | ({ readonly type: 'ring-step'; readonly at: number } & BegunStep)
  /** A user for whom the call rings has sent the caller to voicemail. */
  | {
      readonly type: 'sent-to-voicemail'
      readonly at: number
      readonly byUserId: string
      readonly step: VoicemailStep
    }
  | { readonly type: 'voicemail'; readonly at: number; readonly voicemail: CallVoicemail }
  | { readonly type: 'ended'; readonly at: number; readonly reason: EndReason }

export function createCallState(direction: 'outgoing' | 'incoming', startedAt: number): CallState {
  return {
    direction,
    phase: direction === 'incoming' ? 'ringing' : 'dialing',
    startedAt,
    answeredAt: null,
    endedAt: null,
    endReason: null,
    sipAnswer: null,
    recordingState: 'off',
    legs: [],
    marks: [],
  }
}

/** Returns whether a leg has not left the call. */
export function isPresent(leg: CallLeg): boolean {
  return leg.state !== 'left'
}

/** Returns whether a leg is or was that of a participant. A player is not. */
export function isParticipant({ legs }: CallState, legId: string): boolean {
  return legs.some(({ id }) => id === legId)
}

/** Returns the leg of a caller whose call is not answered, or null. */
export function findWaitingCaller({ direction, answeredAt, legs }: CallState): CallLeg | null {
  if (direction !== 'incoming' || answeredAt !== null) return null
  return legs.find((leg) => leg.kind === 'phone' && isPresent(leg)) ?? null
}

/** Returns the user to whose number a call is forwarded, with its leg; null for other calls and other numbers. */
export function findForwardedUser({ phase, forwarding, routing, legs }: CallState): {
  readonly userId: string
  readonly legId: string
} | null {
  const step = routing?.steps[routing.step]
  if (phase === 'ended' || !forwarding || step?.kind !== 'number' || step.userId === null) return null
  const { legId, stage } = forwarding
  // Before the number is dialled, it has no leg.
  const isInCall = stage === 'dialing' || legs.some((leg) => leg.id === legId && isPresent(leg))
  return isInCall ? { userId: step.userId, legId } : null
}

/** Returns the queue in which an unanswered call waits with its members, or null. */
export function findQueueStep({ queue, routing, answeredAt }: CallState): QueueStep | null {
  const step = queue && answeredAt === null ? routing?.steps[routing.step] : undefined
  return step?.kind === 'queue' ? step : null
}

/** Returns the menu in which the caller of an unanswered call is, or null. */
export function findMenuStep({ menu, routing: plan, answeredAt }: CallState): MenuStep | null {
  const step = menu && menu.stage !== 'left' && answeredAt === null ? plan?.steps[plan.step] : undefined
  return step?.kind === 'menu' ? step : null
}

import { z } from 'zod'
import { callAssignment } from './calls/call-assignment.ts'
import { callMark } from './calls/call-mark.ts'
import { callTransfer } from './calls/call-transfer.ts'
import { voicemailMessage } from './calls/voicemail-message.ts'
import {
  accountId,
  calledNumber,
  countryCode,
  currencyCode,
  directoryService,
  e164,
  epochMillis,
  id,
  legId,
  micros,
} from './fields.ts'

/** Errors of an action on an active call. */
export const sessionErrors = ['CALL_NOT_FOUND', 'CALL_ENDED', 'CALL_ON_OTHER_SERVER'] as const

export const activeCallErrors = [...sessionErrors, 'NOT_IN_CALL'] as const

/** The errors of a browser that answers an incoming call or picks up a parked one. */
export const answerLimitErrors = ['ANSWERED_CALL_LIMIT_USER', 'ANSWERED_CALL_LIMIT_INSTALLATION'] as const

/** The errors of changes that the consultation or the emergency call of another user prevents. */
export const otherErrors = ['TRANSFER_IN_PROGRESS', 'EMERGENCY_CALL_OF_OTHER'] as const

export const dialErrors = [
  'NUMBER_NOT_UNDERSTOOD',
  'COUNTRY_NOT_ALLOWED',
  'PREMIUM_NUMBER',
  'EMERGENCY_NUMBER',
  'CALL_LIMIT_PER_MINUTE',
  'CALL_LIMIT_CONCURRENT',
  'CALL_LIMIT_INSTALLATION',
  'CALL_LIMIT_MINUTES_PER_DAY',
  'CALL_LIMIT_SPEND_PER_DAY',
  'NO_PRICE',
  'NUMBER_NOT_VALID',
  'TRUNKS_NOT_GRANTED',
  'EMAIL_NOT_VERIFIED',
  'NO_TRUNK',
  'OWN_NUMBER',
  'CALLER_ID_NOT_YOURS',
  'NO_NUMBER_LEFT',
  'ENGINE_UNAVAILABLE',
  'CALLS_SUSPENDED',
] as const

/** Why calls cannot be forwarded to a number. */
export const forwardingErrors = [
  'NUMBER_NOT_UNDERSTOOD',
  'COUNTRY_NOT_ALLOWED',
  'PREMIUM_NUMBER',
  'EMERGENCY_NUMBER',
  'NUMBER_NOT_VALID',
  'TRUNKS_NOT_GRANTED',
  'EMAIL_NOT_VERIFIED',
  'NO_TRUNK',
  'OWN_NUMBER',
  'NO_NUMBER_LEFT',
] as const

/** Why nothing can be recorded. */
export const recordingErrors = ['RECORDING_QUOTA_REACHED', 'RECORDING_DISK_FULL'] as const

/**
 * The state of a call.
 *
 * - `dialing`: no response yet;
 * - `ringing`: the remote party is alerted (outgoing), or the members are (incoming);
 * - `early`: early media before the call is answered;
 * - `talking`: answered;
 * - `on-hold`: answered, and all other participants hear music;
 * - `ended`: final state.
 */
export const callPhase = z.enum(['dialing', 'ringing', 'early', 'talking', 'on-hold', 'ended'])

/**
 * Why a call ended or a participant left (`removed` applies to participants only; `merged`: it continues in another
 * call; `limit-reached`: the minutes or money of the day, before they had names). Keys of the message catalogues.
 */
export const endReason = z.enum([
  'hung-up',
  'other-hung-up',
  'cancelled',
  'removed',
  'busy',
  'no-answer',
  'rejected',
  'forbidden',
  'number-unknown',
  'number-incomplete',
  'trunk-down',
  'trunk-refused-password',
  'declined',
  'blocked',
  'missed',
  'voicemail',
  'media-lost',
  'media-failed',
  'media-incompatible',
  'microphone-blocked',
  'minutes-used',
  'money-spent',
  'without-member',
  'limit-reached',
  'engine-lost',
  'server-stopped',
  'merged',
  'failed',
])

/** The final SIP response of the telephone network, shown under "Details". */
export const sipResponse = z.object({ code: z.int().min(100).max(699), phrase: z.string() })

export const legState = z.enum(['dialing', 'ringing', 'early', 'joining', 'joined', 'detached', 'left'])

/** Measured quality of one leg. */
export const legQuality = z.object({
  verdict: z.enum(['good', 'fair', 'choppy', 'lost']),
  /** Where the problem is; null if there is none. */
  side: z.enum(['browser', 'network', 'line']).nullable(),
  roundTripMs: z.number().nullable(),
  jitterMs: z.number().nullable(),
  lossPercent: z.number().nullable(),
  /** E-model, 1 to 4.5. */
  mos: z.number().nullable(),
})

/** One participant: a browser or a telephone. */
export const leg = z.object({
  id: legId,
  kind: z.enum(['browser', 'phone']),
  state: legState,
  /** The user of the browser; null for a telephone. */
  userId: accountId.nullable(),
  /** The browser tab of the leg, as identified on the live socket; null for a telephone. */
  handsetId: id.nullable(),
  /** E.164; null for a browser and for a withheld number. */
  number: calledNumber.nullable(),
  /** Name of the contact, user or directory entry; null if only the number is known. */
  name: z.string().nullable(),
  /** The directory service that the name belongs to, so that the client can translate it; null otherwise. */
  service: directoryService.nullable(),
  contactId: id.nullable(),
  isMuted: z.boolean(),
  /** This side put the leg on hold. */
  isOnHold: z.boolean(),
  /** The remote party put this side on hold. */
  isHoldingUs: z.boolean(),
  /** Voicemail has answered for the member or workspace that was dialled. */
  isVoicemail: z.boolean(),
  /**
   * Why no audio has arrived from the telephone. Null for other legs, until 2 s after the answer, and once audio has
   * arrived. `private-address`: its network
   * names an address for audio that cannot be reached.
   */
  oneWayCause: z.enum(['private-address', 'nothing-arrives']).nullable(),
  joinedAt: epochMillis.nullable(),
  leftAt: epochMillis.nullable(),
  /** Also null for a leg that was disconnected because another leg ended the call. */
  leftReason: endReason.nullable(),
  sipAnswer: sipResponse.nullable(),
  quality: legQuality.nullable(),
})

/**
 * - `off`: no recording;
 * - `announcing`: all participants hear the announcement; nothing is recorded yet;
 * - `on`: each leg that has heard the announcement is recorded;
 * - `paused`: silence is recorded until the recording is resumed;
 * - `stopped`: recording was stopped;
 * - `failed`: recording could not start or continue, because its file could not be written;
 * - `no-space`: recording could not start or continue, because the recordings of the workspace have reached
 *   their quota, or the disk is almost full.
 *
 * Audio recorded before is retained, and recording can be restarted.
 */
export const recordingState = z.enum(['off', 'announcing', 'on', 'paused', 'stopped', 'failed', 'no-space'])

/** The recorded audio of one leg. */
export const recording = z.object({
  id,
  callId: id,
  legId,
  startedAt: epochMillis,
  /** Start of this recording relative to the first recording of the call that is not lost. */
  offsetMs: z.int(),
  durationMs: z.int(),
  sizeBytes: z.int(),
  /** `recovered`: the process ended while recording; the audio written until then is available. */
  state: z.enum(['writing', 'finished', 'recovered', 'lost']),
})

/** The parking of a call by a user, until a member picks it up. */
export const parking = z.object({
  userId: accountId,
  userName: z.string().nullable(),
  /** The time at which the user has parked the call. */
  at: epochMillis,
  /** The time since which the call rings for the user again, because no member has picked it up; null before. */
  returnedAt: epochMillis.nullable(),
})

/** One conference from its first dial to its end: one entry in the call list. */
export const call = z.object({
  id,
  /** Never decreases: of two copies of a call, the one with the lower version is out of date. */
  version: z.int(),
  direction: z.enum(['outgoing', 'incoming']),
  phase: callPhase,
  /** The remote number: dialled (outgoing) or calling (incoming). Null if withheld. */
  number: calledNumber.nullable(),
  country: countryCode.nullable(),
  name: z.string().nullable(),
  /** The directory service that the name belongs to, so that the client can translate it; null otherwise. */
  service: directoryService.nullable(),
  contactId: id.nullable(),
  /** The workspace number: the caller ID (outgoing) or the called number (incoming). */
  ownNumber: e164.nullable(),
  /**
   * The names of the menus, queues and groups through which an incoming call came, in this order, as they were when it
   * arrived.
   */
  via: z.array(z.string()),
  /**
   * The user who started (outgoing) or answered (incoming) the call; null while it rings or if it was not
   * answered.
   */
  userId: accountId.nullable(),
  userName: z.string().nullable(),
  startedAt: epochMillis,
  answeredAt: epochMillis.nullable(),
  endedAt: epochMillis.nullable(),
  endReason: endReason.nullable(),
  sipAnswer: sipResponse.nullable(),
  /**
   * The users at other ends of the conference who record it, or are about to; the name is null for a user of
   * another workspace. Known for calls on one node.
   */
  otherRecorders: z.array(z.object({ name: z.string().nullable() })),
  /**
   * Whether an emergency service takes part, also through the call of another user on the same node, so that the call
   * is neither transferred, parked nor recorded. Of an ended call, whether one was called.
   */
  hasEmergencyService: z.boolean(),
  /** Voicemail has answered: the caller of the active call hears its greeting, or leaves a message. */
  isInVoicemail: z.boolean(),
  recordingState,
  /** The user who deleted the recordings of the ended call, and the time; null if they were not deleted. */
  recordingDeleted: z.object({ at: epochMillis, byName: z.string().nullable() }).nullable(),
  /** When the data of a party was erased, which is then no party with a number; null if it was not. */
  erasedAt: epochMillis.nullable(),
  /** The costs of the ended call by currency, for its user and administrators; empty for a call without prices. */
  costs: z.array(z.object({ currency: currencyCode, amountMicros: micros })),
  /** The end of the active call because of a limit per day; null while none is near. */
  timeLimit: z
    .object({ endsAt: epochMillis, code: z.enum(['CALL_LIMIT_MINUTES_PER_DAY', 'CALL_LIMIT_SPEND_PER_DAY']) })
    .nullable(),
  /** The last transfer that was not cancelled; null if there was none. */
  transfer: callTransfer.nullable(),
  /** The telephone to which an incoming call was forwarded, once it has answered; null otherwise. */
  forwardedLegId: legId.nullable(),
  /** Null for a call that is not parked. An ended call was parked until its end. */
  parked: parking.nullable(),
  /** The message that the caller has left; null without one, and for users who do not read it. */
  voicemail: voicemailMessage.nullable(),
  notes: z.string(),
  tags: z.array(z.string()),
  /** Null for a call that is not assigned to a member. */
  assignment: callAssignment.nullable(),
  /** In the order of joining, including legs that have left. */
  legs: z.array(leg),
  /**
   * The participants that take part through the calls of other members of the workspace, while the user of
   * this call did. A member among them is the telephone leg that dialled the member.
   */
  conferenceLegs: z.array(leg),
  /** The calls of the other members in the conference, for administrators; empty for other members. */
  memberCalls: z.array(z.object({ id, userName: z.string().nullable() })),
  /** The names of the members for whom alone a call of the conference rang, and who missed it. */
  missedBy: z.array(z.string()),
  recordings: z.array(recording),
  marks: z.array(callMark),
})

export type Call = z.infer<typeof call>
export type CallPhase = z.infer<typeof callPhase>
export type EndReason = z.infer<typeof endReason>
export type Leg = z.infer<typeof leg>
export type LegState = z.infer<typeof legState>
export type LegQuality = z.infer<typeof legQuality>
export type RecordingState = z.infer<typeof recordingState>
export type Recording = z.infer<typeof recording>
export type { CallMark } from './calls/call-mark.ts'
export type { VoicemailMessage } from './calls/voicemail-message.ts'
export type SipResponse = z.infer<typeof sipResponse>

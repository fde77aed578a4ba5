import { z } from 'zod'
import { accountId, countryCode, directoryService, e164, epochMillis, id, legId } from './fields.ts'

/**
 * Where a call stands.
 *
 * - `dialing`: nothing has come back yet;
 * - `ringing`: the other side rings (outgoing), or we do (incoming);
 * - `early`: the line already speaks, although nobody has answered;
 * - `talking`: answered;
 * - `on-hold`: answered, and everyone else hears music;
 * - `ended`: over. Nothing leaves it.
 */
export const callPhase = z.enum(['dialing', 'ringing', 'early', 'talking', 'on-hold', 'ended'])

/** Why a call is over or a participant has left (`removed` is said of participants only). Keys of the message catalogues. */
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
  'missed',
  'media-lost',
  'media-failed',
  'microphone-blocked',
  'engine-lost',
  'server-stopped',
  'failed',
])

/** What a telephone network answered, for the place under "Details". */
export const sipAnswer = z.object({ code: z.int().min(100).max(699), phrase: z.string() })

export const legState = z.enum(['dialing', 'ringing', 'early', 'joining', 'joined', 'detached', 'left'])

/** Measured on one leg. Delay is the round trip. */
export const legQuality = z.object({
  verdict: z.enum(['good', 'fair', 'choppy', 'lost']),
  /** On whose side the trouble is; null when there is none. */
  side: z.enum(['browser', 'network', 'line']).nullable(),
  roundTripMs: z.number().nullable(),
  jitterMs: z.number().nullable(),
  lossPercent: z.number().nullable(),
  /** E-model, 1 to 4.5. */
  mos: z.number().nullable(),
})

/** One participant: a browser or a telephone line. */
export const leg = z.object({
  id: legId,
  kind: z.enum(['browser', 'phone']),
  state: legState,
  /** The person at the browser; null for a telephone. */
  userId: accountId.nullable(),
  /** The tab that holds the leg, as it named itself on the live socket; null for a telephone. */
  handsetId: id.nullable(),
  /** E.164; null for a browser and for a withheld number. */
  number: e164.nullable(),
  /** Of the contact, the person or the directory; null when only the number is known. */
  name: z.string().nullable(),
  /** Where the name is of the directory, whose it is: for the name in the language of the reader. */
  service: directoryService.nullable(),
  contactId: id.nullable(),
  isMuted: z.boolean(),
  /** We put them on hold. */
  isOnHold: z.boolean(),
  /** The other end of a telephone put us on hold. */
  isHoldingUs: z.boolean(),
  joinedAt: epochMillis.nullable(),
  leftAt: epochMillis.nullable(),
  /** Null also for somebody who was put out because the leaving of another ended the call. */
  leftReason: endReason.nullable(),
  sipAnswer: sipAnswer.nullable(),
  quality: legQuality.nullable(),
})

/**
 * - `off`: nothing is kept;
 * - `announcing`: everyone hears the announcement; nothing is written yet;
 * - `on`: each leg that has heard it is written;
 * - `stopped`: there is a recording, and it is not being continued;
 * - `failed`: it could not be begun, or not be written on: the disk is full, or its directory gone. What had been written
 *   before is kept, and recording may be started again.
 */
export const recordingState = z.enum(['off', 'announcing', 'on', 'stopped', 'failed'])

/** The audio of one leg. */
export const recording = z.object({
  id,
  callId: id,
  legId,
  startedAt: epochMillis,
  /** How far after the beginning of the call's audio this one begins: of its first recording that is not lost. */
  offsetMs: z.int(),
  durationMs: z.int(),
  sizeBytes: z.int(),
  /** `recovered`: the process died while it was written; what had reached the disk is kept. */
  state: z.enum(['writing', 'finished', 'recovered', 'lost']),
})

/** Something that happened in a call, to be marked in its player. */
export const callMark = z.object({
  type: z.enum([
    'hold',
    'resume',
    'mute',
    'unmute',
    'digit',
    'recording-started',
    'recording-stopped',
    'detached',
    'reattached',
  ]),
  at: epochMillis,
  legId: legId.nullable(),
})

/** One conference from its first dial to its end: one entry in the call list, whatever happened inside. */
export const call = z.object({
  id,
  direction: z.enum(['outgoing', 'incoming']),
  phase: callPhase,
  /** The other side: the number dialled, or the caller's. Null when withheld. */
  number: e164.nullable(),
  country: countryCode.nullable(),
  name: z.string().nullable(),
  /** Where the name is of the directory, whose it is: for the name in the language of the reader. */
  service: directoryService.nullable(),
  contactId: id.nullable(),
  /** Our number: shown to the called one, or the one that was called. */
  ownNumber: e164.nullable(),
  /** Who started it (outgoing) or answered it (incoming); null while it rings and when nobody did. */
  userId: accountId.nullable(),
  userName: z.string().nullable(),
  startedAt: epochMillis,
  answeredAt: epochMillis.nullable(),
  endedAt: epochMillis.nullable(),
  endReason: endReason.nullable(),
  sipAnswer: sipAnswer.nullable(),
  recordingState,
  /** Who deleted the recordings of an ended call, and when; null while nobody has. */
  recordingDeleted: z.object({ at: epochMillis, byName: z.string().nullable() }).nullable(),
  notes: z.string(),
  /** In the order of joining; those who left stay in the list. */
  legs: z.array(leg),
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
export type CallMark = z.infer<typeof callMark>
export type SipAnswer = z.infer<typeof sipAnswer>

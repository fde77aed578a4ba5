import type { LegId, PhoneNumber } from './identifiers.ts'
import type { JsonValue } from './json-value.ts'
import type { RecordingLocation, StartedRecording } from './recording.ts'
import type { SipResponse, TrunkId } from './trunk.ts'

/**
 * - `hung-up`: the leg itself hung up;
 * - `removed`: removed by `hangUp` or because the conference was closed;
 * - `refused`: the called party or the network declined; `sipAnswer` has the response;
 * - `forbidden`: the trunk does not allow this destination;
 * - `unreachable`: the trunk did not respond;
 * - `transferred`: its trunk has connected it with another number, another leg has replaced it, or an attended
 *   transfer that the trunk has requested is done;
 * - `media-lost`: the audio stopped and did not return, or a telephone that only players hear sends nothing;
 * - `media-incompatible`: the audio that its peer describes cannot be exchanged, because of its codec, encryption or
 *   address;
 * - `merged`: another conference has adopted the leg, where it continues;
 * - `played`, `interrupted`: a player has reached the end of its source, or was stopped by a digit.
 */
export type LeaveReason =
  | 'hung-up'
  | 'removed'
  | 'transferred'
  | 'busy'
  | 'not-answered'
  | 'refused'
  | 'forbidden'
  | 'number-unknown'
  | 'number-incomplete'
  | 'unreachable'
  | 'trunk-refused-password'
  | 'media-lost'
  | 'media-incompatible'
  | 'merged'
  | 'played'
  | 'interrupted'
  | 'failed'

/** Measurements of one leg. */
export interface LegQuality {
  readonly verdict: 'good' | 'fair' | 'choppy' | 'lost'
  /** The side that causes the impairment; null when there is none. */
  readonly side: 'browser' | 'network' | 'line' | null
  readonly roundTripMs: number | null
  readonly jitterMs: number | null
  readonly lossPercent: number | null
  /** E-model (ITU-T G.107), 1 to 4.5. */
  readonly mos: number | null
}

/**
 * Why audio is one-way, determined 2 s after the answer.
 *
 * - `private-address`: the peer signals a private address for its audio and sends none: it does not know that it is
 *   behind NAT;
 * - `nothing-arrives`: no readable packet has arrived from the peer.
 */
export type OneWayAudioCause = 'private-address' | 'nothing-arrives'

interface LegEventBase<T extends string> {
  readonly type: T
  readonly legId: LegId
  /** Epoch milliseconds. */
  readonly at: number
}

/** Events of one leg. */
export type LegEvent =
  | LegEventBase<'leg-ringing'>
  /** The network sends audio before the answer. Local tones must stop. */
  | LegEventBase<'leg-early-media'>
  /** A browser's audio has arrived, or a telephone was answered. */
  | LegEventBase<'leg-joined'>
  /** A browser's connection is lost; the leg remains in the conference. */
  | LegEventBase<'leg-detached'>
  | LegEventBase<'leg-reattached'>
  /**
   * State for `endLostCall`, with which another process ends the call of a telephone leg if this one crashes.
   * Emitted after the answer and when it changes. Opaque; contains no credentials.
   */
  | (LegEventBase<'leg-dialog'> & { readonly trunkId: TrunkId; readonly dialog: JsonValue })
  /** The peer of a telephone leg put us on hold or resumed. */
  | (LegEventBase<'leg-held-by-peer'> & { readonly state: 'held' | 'released' })
  /** No audio has arrived since the answer; null: the first audio has arrived after all. */
  | (LegEventBase<'leg-one-way'> & { readonly cause: OneWayAudioCause | null })
  /**
   * The trunk asks to connect a telephone leg with another number; at most once for each leg. `waiting`: for
   * `dialOut` with `replacedLegId`, or `refuseTransfer`. `rejected`: the trunk may not transfer calls.
   */
  | (LegEventBase<'leg-transfer-requested'> & {
      readonly trunkId: TrunkId
      readonly to: PhoneNumber
      readonly state: 'waiting' | 'rejected'
    })
  /** The trunk has redirected (3xx) the call of a telephone leg to a number. It is not followed: the leg leaves. */
  | (LegEventBase<'leg-redirected'> & { readonly to: PhoneNumber })
  /**
   * The trunk has connected a leg with another telephone, by INVITE with Replaces. From the answer on, also when
   * the new call then fails, silence is recorded for the leg until `startRecording` names it with the number of its
   * `replacements`, which this event reports.
   */
  | (LegEventBase<'leg-replaced'> & { readonly replacements: number })
  /** Progress of `transferByRefer`. */
  | (LegEventBase<'leg-transfer-progress'> & { readonly state: 'trying' | 'ringing' })
  | (LegEventBase<'digit'> & { readonly digit: string })
  | (LegEventBase<'quality'> & { readonly quality: LegQuality })
  /**
   * Emitted for each file that begins: also in another media process, and when a leg to record reconnects.
   */
  | (LegEventBase<'recording-started'> & { readonly recording: StartedRecording })
  | (LegEventBase<'recording-finished'> & { readonly recording: RecordingLocation })
  /**
   * The disk is full or the directory is missing. The call continues. `file` is null when no file could be
   * created.
   */
  | (LegEventBase<'recording-failed'> & { readonly file: string | null })
  | (LegEventBase<'leg-left'> & {
      readonly reason: LeaveReason
      readonly sipAnswer: SipResponse | null
      /** All recordings of the leg, earliest first. */
      readonly recordings: readonly RecordingLocation[]
    })

/** Events of a conference, in order. Times are epoch milliseconds. */
export type ConferenceEvent =
  | LegEvent
  /** Audio level of each leg, 0 to 1, a few times a second while a leg is speaking. */
  | { readonly type: 'levels'; readonly at: number; readonly levels: Readonly<Record<LegId, number>> }
  | { readonly type: 'closed'; readonly at: number }

/** An event with its number in the conference: each event has a higher one than those before it. */
export type NumberedConferenceEvent = ConferenceEvent & { readonly number: number }

import type { LegId, RecordingLocation } from './port.ts'
import type { SipAnswer } from './trunk.ts'

/**
 * - `hung-up`: the leg itself ended it;
 * - `removed`: it was put out, by `hangUp` or because the conference was closed;
 * - `refused`: the other side declined, or the network did; `sipAnswer` says how;
 * - `forbidden`: the trunk does not let us call that;
 * - `unreachable`: the trunk did not answer;
 * - `media-lost`: its audio stopped and did not come back.
 */
export type LeaveReason =
  | 'hung-up'
  | 'removed'
  | 'busy'
  | 'not-answered'
  | 'refused'
  | 'forbidden'
  | 'number-unknown'
  | 'number-incomplete'
  | 'unreachable'
  | 'trunk-refused-password'
  | 'media-lost'
  | 'failed'

/** Measured on one leg. Delay is the round trip. */
export interface LegQuality {
  readonly verdict: 'good' | 'fair' | 'choppy' | 'lost'
  /** On whose side the trouble is; null when there is none. */
  readonly side: 'browser' | 'network' | 'line' | null
  readonly roundTripMs: number | null
  readonly jitterMs: number | null
  readonly lossPercent: number | null
  /** E-model (ITU-T G.107), 1 to 4.5. */
  readonly mos: number | null
}

/**
 * Why audio goes one way only, found 2 s after the answer.
 *
 * - `private-address`: the other end wants its audio at an address of its own network and sends none: it does not know
 *   that it stands behind a router;
 * - `nothing-arrives`: not one packet that can be read has come from the other end.
 */
export type OneWayCause = 'private-address' | 'nothing-arrives'

interface OfLeg<T extends string> {
  readonly type: T
  readonly legId: LegId
  /** Epoch milliseconds. */
  readonly at: number
}

/** What happens to one leg. */
export type LegEvent =
  | OfLeg<'leg-ringing'>
  /** The line already speaks, although nobody has answered. Local tones must stop. */
  | OfLeg<'leg-early-media'>
  /** A browser's audio has arrived, or a telephone has been answered. */
  | OfLeg<'leg-joined'>
  /** The connection of a browser is gone; its place is kept. */
  | OfLeg<'leg-detached'>
  | OfLeg<'leg-reattached'>
  /** The other end of a telephone leg put us on hold, or took us back. */
  | (OfLeg<'leg-held-by-peer'> & { readonly state: 'held' | 'released' })
  | (OfLeg<'leg-one-way'> & { readonly cause: OneWayCause })
  | (OfLeg<'digit'> & { readonly digit: string })
  | (OfLeg<'quality'> & { readonly quality: LegQuality })
  | (OfLeg<'recording-started'> & { readonly file: string })
  | (OfLeg<'recording-finished'> & { readonly recording: RecordingLocation })
  /** The disk is full, or the directory gone. The call goes on. `file` is null where none could be made. */
  | (OfLeg<'recording-failed'> & { readonly file: string | null })
  | (OfLeg<'leg-left'> & {
      readonly reason: LeaveReason
      readonly sipAnswer: SipAnswer | null
      /** Every recording of the leg, the earliest first. */
      readonly recordings: readonly RecordingLocation[]
    })

/** What happens in a conference, in order. Times are epoch milliseconds. */
export type ConferenceEvent =
  | LegEvent
  /** How loud each leg is, 0 to 1, some five times a second while somebody talks. */
  | { readonly type: 'levels'; readonly at: number; readonly levels: Readonly<Record<LegId, number>> }
  | { readonly type: 'closed'; readonly at: number }

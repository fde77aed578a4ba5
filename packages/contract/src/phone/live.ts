import { z } from 'zod'
import { call, legQuality } from './call.ts'
import { accountId, epochMillis, id, legId } from './fields.ts'
import { trunkState } from './trunks.ts'

/**
 * The live socket: a WebSocket at `/api/v1/live`. The first message must be `hello` and come within 10 s; the service
 * answers `ready`. Before the access token expires the client sends `token` with a fresh one, else the socket is
 * closed with 4401. Text frames of JSON, one message each.
 */
export const livePath = '/api/v1/live'

/** WebSocket close codes of our own. */
export const liveCloseCodes = {
  /** A message that is not one of {@link clientMessage}, or not in its turn. */
  malformed: 4400,
  /** No token, a wrong one, or one that has expired. */
  unauthorized: 4401,
  /** Not a member of the workspace, or no longer. */
  forbidden: 4403,
  /** The page comes from another origin. */
  wrongOrigin: 4404,
  /** More than the allowed messages per second. */
  tooMany: 4429,
  /** The service stops; connect again in a moment. */
  stopping: 4503,
} as const

const token = z.string().min(1).max(5000)

export const clientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    accessToken: token,
    workspace: accountId.optional(),
    /** This tab; made once per page. */
    handsetId: id,
    /** This browser; the same in all its tabs. Of the tabs of one browser only one rings. */
    deviceId: id,
  }),
  z.object({ type: z.literal('token'), accessToken: token }),
  /** Answered by `pong` at once; the client measures the round trip. */
  z.object({ type: z.literal('ping'), nonce: z.int() }),
  /** The tab has the person's attention; it is the one of its browser that rings. */
  z.object({ type: z.literal('focused') }),
  /** Every 2 s while this tab is in a call: it is alive, and this is what its audio looks like (`getStats`). */
  z.object({
    type: z.literal('heartbeat'),
    callId: id,
    legId,
    stats: z
      .object({
        roundTripMs: z.number().min(0).max(600_000).nullable(),
        jitterMs: z.number().min(0).max(600_000).nullable(),
        lossPercent: z.number().min(0).max(100).nullable(),
      })
      .nullable(),
  }),
])

export const serverMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    userId: accountId,
    workspaceId: accountId,
    serverTime: epochMillis,
    tokenExpiresAt: epochMillis,
  }),
  z.object({ type: z.literal('pong'), nonce: z.int(), serverTime: epochMillis }),
  /** Anything about a call changed; the whole call as it now stands. Sent to those it concerns. */
  z.object({ type: z.literal('call.updated'), call }),
  z.object({
    type: z.literal('call.incoming'),
    call,
    /** `ring`: this tab makes the sound. `show`: another tab of the same browser does. */
    manner: z.enum(['ring', 'show']),
    /** Notes of the last call with this caller; empty when there are none. */
    lastNotes: z.string(),
  }),
  /** An incoming call no longer rings here. `by` is the person who answered or declined it, if one did. */
  z.object({
    type: z.literal('call.stopped-ringing'),
    callId: id,
    because: z.enum([
      'answered-here',
      'answered-elsewhere',
      'declined',
      'caller-gave-up',
      'not-answered',
      'failed',
    ]),
    by: z.object({ userId: accountId, name: z.string().nullable() }).nullable(),
  }),
  z.object({ type: z.literal('call.ended'), call }),
  /** Another tab or device of the same person holds this leg now; this one lets its audio go. */
  z.object({ type: z.literal('leg.taken-over'), callId: id, legId, handsetId: id }),
  z.object({ type: z.literal('leg.quality'), callId: id, legId, quality: legQuality }),
  /** How loud each leg is, 0 to 1, some times a second while somebody talks. */
  z.object({ type: z.literal('leg.levels'), callId: id, levels: z.record(z.string(), z.number()) }),
  z.object({ type: z.literal('trunk.state'), trunkId: id, state: trunkState }),
  /** Somebody added, changed or deleted contacts of the workspace; ask again. */
  z.object({ type: z.literal('contacts.changed') }),
])

export type ClientMessage = z.infer<typeof clientMessage>
export type ServerMessage = z.infer<typeof serverMessage>

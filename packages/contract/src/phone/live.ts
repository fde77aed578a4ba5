import { z } from 'zod'
import { call, legQuality } from './call.ts'
import { accountId, epochMillis, id, legId } from './fields.ts'
import { trunkState } from './trunks.ts'

/**
 * Path of the live WebSocket. The first message must be `hello`, within 10 s; the service replies with
 * `ready`. The client sends `token` with a new access token before the current one expires; otherwise the
 * socket is closed with 4401. Each text frame contains one JSON message.
 */
export const livePath = '/api/v1/live'

/** Private WebSocket close codes (RFC 6455 section 7.4.2). */
export const liveCloseCodes = {
  /** A message that does not match {@link clientMessage}, or is out of order. */
  malformed: 4400,
  /** Missing, invalid or expired access token. */
  unauthorized: 4401,
  /** Not, or no longer, a member of the workspace. */
  forbidden: 4403,
  /** The Origin header is not the phone's origin. */
  wrongOrigin: 4404,
  /** Message rate limit exceeded. */
  tooMany: 4429,
  /** The user or the network has too many connections; reconnect when others have been closed. */
  tooManyConnections: 4430,
  /** The service is shutting down; reconnect later. */
  stopping: 4503,
} as const

/** The number of calls whose versions a tab sends when it reconnects. */
export const maxResumedCalls = 100

const accessToken = z.string().min(1).max(5000)

export const clientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    accessToken: accessToken,
    workspace: accountId.optional(),
    /** Id of this tab, generated once per page. */
    handsetId: id,
    /** Id of this browser, shared by all its tabs. */
    deviceId: id,
    /** How long ago the user gave the tab the focus or had input in it; 0 if this is missing. */
    focusedAgoMs: z.int().min(0).optional(),
    /** Sent by a tab that was connected before: the service then sends the calls that it has missed. */
    resume: z
      .object({
        /** The server time of the last message. */
        since: epochMillis.min(0).max(253_402_300_799_999),
        /** The last calls that the tab has received. */
        calls: z.array(z.object({ id, version: z.int() })).max(maxResumedCalls),
      })
      .optional(),
  }),
  z.object({ type: z.literal('token'), accessToken: accessToken }),
  /** The service replies with `pong` immediately; the client measures the round trip. */
  z.object({ type: z.literal('ping'), nonce: z.int() }),
  /**
   * The tab has got the focus, or the user has input in it (at most every 30 s). Of the tabs of a user in all
   * browsers, the one used last rings.
   */
  z.object({ type: z.literal('focused') }),
  /**
   * The user has typed, clicked or moved the pointer in this tab (at most once a minute), or has not done so for
   * five minutes.
   */
  z.object({ type: z.literal('activity'), state: z.enum(['active', 'idle']) }),
  /** Sent every 2 s while this tab is in a call, with audio statistics from `getStats`. */
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

/**
 * `free`: the user had input in a tab within the last five minutes. `do-not-disturb`: so they had, but no call rings
 * for them. `in-call`: the user takes part in a call.
 */
export const presence = z.enum(['free', 'do-not-disturb', 'in-call', 'away'])

export type Presence = z.infer<typeof presence>

export const serverMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    userId: accountId,
    workspaceId: accountId,
    serverTime: epochMillis,
    tokenExpiresAt: epochMillis,
    /**
     * Whether the service sends the calls that changed, ended or began to ring while the tab was disconnected. If
     * not, the tab fetches its calls.
     */
    isResumed: z.boolean(),
  }),
  z.object({ type: z.literal('pong'), nonce: z.int(), serverTime: epochMillis }),
  /** A call has changed. Contains the complete call; sent to the users concerned. */
  z.object({ type: z.literal('call.updated'), call }),
  z.object({
    type: z.literal('call.incoming'),
    /** Of the call. The tab may show another workspace of the user. */
    workspaceId: accountId,
    call,
    /**
     * `ring`: this tab plays the ringtone. `show`: another tab of the user does, in this or another browser. The
     * message is sent again when another tab is to ring.
     */
    presentation: z.enum(['ring', 'show']),
    /** Whether this tab, while it is hidden, shows a notification: the last used one of each browser does. */
    notifies: z.boolean(),
    /** Whether it rings for the user alone. Otherwise, a user who sends it to voicemail takes it from all others. */
    isForUserAlone: z.boolean(),
    /** Notes of the last call with this number; empty if there are none. */
    lastNotes: z.string(),
  }),
  /** An incoming call no longer rings for the user. */
  z.object({ type: z.literal('call.stopped-ringing'), callId: id }),
  z.object({ type: z.literal('call.ended'), call }),
  /** Another tab or device of the same user has taken over this leg; this tab must stop its audio. */
  z.object({ type: z.literal('leg.taken-over'), callId: id, legId, handsetId: id }),
  z.object({ type: z.literal('leg.quality'), callId: id, legId, quality: legQuality }),
  /** Audio level of each leg, 0 to 1, sent several times a second while a participant talks. */
  z.object({ type: z.literal('leg.levels'), callId: id, levels: z.record(z.string(), z.number()) }),
  z.object({ type: z.literal('trunk.state'), trunkId: id, state: trunkState }),
  /** The user, their permissions or their workspaces may have changed; refetch them. */
  z.object({ type: z.literal('me.changed') }),
  /**
   * The members of the workspace who are not away, sent after `ready`; not sent when all are away. A user who may
   * not see the members of the workspace receives neither this message nor the next one.
   */
  z.object({
    type: z.literal('presence.list'),
    users: z.array(z.object({ userId: accountId, presence })),
  }),
  z.object({ type: z.literal('presence.changed'), userId: accountId, presence }),
  /** Members of the workspace were added or removed; refetch them. Sent to users who may see them. */
  z.object({ type: z.literal('colleagues.changed') }),
  /** A call of the workspace was parked, picked up, or has ended while it was parked; refetch the parked calls. */
  z.object({ type: z.literal('parked-calls.changed') }),
  /**
   * A caller has begun to wait in a queue, or waits no longer; refetch those who wait. Sent to the members of the
   * queue.
   */
  z.object({ type: z.literal('waiting-calls.changed') }),
  /** A message was marked, or deleted. A new one follows from `call.ended`. */
  z.object({ type: z.literal('voicemails.changed') }),
  /**
   * The tags, the assignment or the comments of a call have changed, or its metrics are computed; refetch them. Sent to
   * users who may read it.
   */
  z.object({ type: z.literal('call-details.changed'), callId: id }),
  /** The verification of a number has changed; refetch the list. Sent to administrators. */
  z.object({ type: z.literal('phone-verifications.changed') }),
  /** Contacts of the workspace were added, changed or deleted; refetch them. */
  z.object({ type: z.literal('contacts.changed') }),
])

export type ClientMessage = z.infer<typeof clientMessage>
export type ServerMessage = z.infer<typeof serverMessage>

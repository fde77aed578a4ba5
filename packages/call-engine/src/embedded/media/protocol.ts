import { z } from 'zod'
import { ipAddress, port, rtpAgreement } from './rtp-agreement.ts'

export type { RtpAgreement } from './rtp-agreement.ts'

/**
 * The IPC protocol between the control side and one media process (`child_process.fork`).
 *
 * The control side sends {@link MediaRequest}s; each gets exactly one {@link MediaReply} with the same
 * `requestId`. The media process sends {@link MediaEvent}s. Both sides validate messages with the schemas of
 * this file. The first request is `start`; the process exits when its IPC channel closes.
 *
 * Closing a conference removes its legs. Each leg emits `leg-left` before its conference emits
 * `conference-closed`, and no event of that conference follows.
 */

/** Ids assigned by the control side. They become parts of file names, so the character set is restricted. */
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
/** Both ends included; 0 to 0 for any. */
const portRange = z.object({ min: port.or(z.literal(0)), max: port.or(z.literal(0)) })
/** DTMF digits: 0-9, *, #, A-D, and a comma for a pause of one second. */
const digits = z.string().regex(/^[0-9*#A-D,]{1,128}$/)

/** Source of audio of a player: an announcement, a tone, music on hold. */
const playerSource = z.discriminatedUnion('kind', [
  /** A 16-bit mono PCM WAV file at 8 or 16 kHz. */
  z.object({ kind: z.literal('file'), path: z.string().min(1) }),
  /** Call progress tones by country (ISO 3166 alpha-2); those of the United States for unknown ones. */
  z.object({
    kind: z.literal('tone'),
    tone: z.enum(['ringback', 'busy', 'congestion']),
    country: z.string().regex(/^[A-Z]{2}$/),
  }),
  z.object({ kind: z.literal('sine'), frequencyHz: z.int().min(20).max(3_900) }),
  z.object({ kind: z.literal('hold-music') }),
])
export type PlayerSource = z.infer<typeof playerSource>

const flag = z.boolean().default(false)

const commands = {
  /** Settings of the process. Must be the first command; sent once. */
  start: {
    webRtcPorts: portRange,
    /** Local address for WebRTC; null for all addresses, which adds a loopback candidate to offers. */
    webRtcAddress: ipAddress.nullable(),
    /** Replaces the host address in offers when the machine is behind one-to-one NAT. */
    publicAddress: ipAddress.nullable(),
    rtpAddress: ipAddress,
    rtpPorts: portRange,
    /** A leg without incoming packets for this long has lost its media. */
    mediaTimeoutMs: z.int().min(500).max(60_000).default(4_000),
    qualityIntervalMs: z.int().min(200).max(60_000).default(2_000),
    /** An offered connection that is not up after this time is closed. */
    offerTimeoutMs: z.int().min(100).max(60_000).default(20_000),
    /** A browser has its reserved port for this long after the emergency service has left its call. */
    reservedPortTimeoutMs: z.int().min(100).max(60_000).default(10_000),
  },
  /**
   * With `requiresPort`, opens the conference only while a port for a browser is free. Its browsers get the reserved
   * ports too while it is an emergency call, as far as the other calls of its owner do not have too many of them.
   * Result: whether it was opened.
   */
  'open-conference': {
    conferenceId: id,
    isEmergency: flag,
    ownerId: id.nullable().default(null),
    requiresPort: flag,
  },
  'set-emergency': { conferenceId: id, isEmergency: z.boolean() },
  'close-conference': { conferenceId: id },
  /**
   * Creates a WebRTC leg and its offer. For an existing leg, creates a connection that replaces the current
   * one once it is up; leg and recorded track continue. Result: {@link WebRtcOffer}.
   */
  'offer-webrtc': {
    conferenceId: id,
    legId: id,
    /** Offered codecs in order of preference, each with telephone events. */
    codecs: z
      .array(z.enum(['PCMU', 'opus']))
      .min(1)
      .max(2),
  },
  /**
   * The browser must set its local description, and so send a packet, only after the reply to this command.
   */
  'answer-webrtc': { conferenceId: id, legId: id, connectionId: id, sdp: z.string().max(64_000) },
  /** Creates an RTP leg, and binds its port; sends nothing yet. A link leads to other calls. Result: {@link RtpPort}. */
  'add-rtp-leg': { conferenceId: id, legId: id, isLink: flag },
  /** Applies negotiated parameters to an RTP leg: for early media, the answer, and each renegotiation. */
  'connect-rtp': { conferenceId: id, legId: id, agreement: rtpAgreement, isEarly: flag },
  /** Removes one leg. Does nothing when it has left. */
  'remove-leg': { conferenceId: id, legId: id },
  /** Sets the legs a leg receives audio from; null, the default, for all others. */
  'set-audio-sources': { conferenceId: id, legId: id, others: z.array(id).max(200).nullable() },
  /** No leg receives the audio of a muted leg, and it is recorded as silence. */
  'set-muted': { conferenceId: id, legId: id, muted: z.boolean() },
  /** A held leg receives only players, and no leg its audio. `held: false` restores the routing. */
  'set-held': { conferenceId: id, legId: id, held: z.boolean() },
  /**
   * Adds a leg that plays a source to the given legs and receives no audio. It waits while none of them
   * receives audio, such as a telephone that holds us. `player-ended` follows at the end of the source; tones
   * and music have none. Does nothing when the player exists.
   */
  'add-player': {
    conferenceId: id,
    legId: id,
    source: playerSource,
    listeners: z.array(id).max(200),
    repeat: z.enum(['once', 'loop']),
  },
  /** Moves all legs and players of another conference of this process, whose recording has stopped, with their settings. */
  'adopt-legs': { conferenceId: id, from: id },
  /** Sends digits by RFC 4733 after those still queued. Ends with `digits-sent`. */
  'send-digits': { conferenceId: id, legId: id, digits },
  /** Starts a recording: one file, `DIRECTORY/RECORDINGID.LEGID.wav`, per leg. Result: the legs that are present. */
  'start-recording': {
    conferenceId: id,
    recordingId: id,
    directory: z.string().min(1),
    legIds: z.array(id).max(200),
    isPaused: z.boolean(),
  },
  /** While the running recording is paused, silence is written. */
  'set-recording-paused': { conferenceId: id, isPaused: z.boolean() },
  /** Adds a leg to the running recording, with silence up to now. Result: false when the leg has left. */
  'record-leg': { conferenceId: id, legId: id },
  /** Records silence for a leg until `record-leg`. Does nothing when it is not recorded. */
  'withhold-leg': { conferenceId: id, legId: id },
  /** Stops the recording. Result: {@link RecordedTrack}[], including legs that have left. */
  'stop-recording': { conferenceId: id },
  /** Resources and statistics of the process. Result: {@link ProcessState}. */
  inspect: {},
  /** Does nothing: the response shows that the process handles commands. */
  ping: {},
  /** Removes all legs and frees all resources. The process may be ended after the reply. */
  stop: {},
} as const satisfies Record<string, z.core.$ZodShape>

export type MediaCommandName = keyof typeof commands

export type MediaCommand<N extends MediaCommandName = MediaCommandName> = {
  [K in N]: { readonly command: K } & (K extends 'inspect' | 'ping' | 'stop'
    ? unknown
    : z.input<z.ZodObject<(typeof commands)[K]>>)
}[N]

/** A validated command with defaults applied. */
export type ParsedCommand<N extends MediaCommandName = MediaCommandName> = {
  [K in N]: { readonly command: K } & z.output<z.ZodObject<(typeof commands)[K]>>
}[N]

export type MediaRequest = { readonly requestId: number } & MediaCommand

const schemas = new Map<string, z.ZodType>(
  Object.entries(commands).map(([command, shape]) => [
    command,
    z.strictObject({ requestId: z.int().nonnegative(), command: z.literal(command), ...shape }),
  ]),
)

/**
 * Parses one message of the control side.
 *
 * @throws {Error} the message says what is invalid.
 */
export function parseRequest(message: unknown): { readonly requestId: number } & ParsedCommand {
  const named = z.object({ command: z.string() }).safeParse(message)
  const schema = named.success ? schemas.get(named.data.command) : undefined
  if (!schema) throw new Error('The message is not a command of the media process.')

  const parsed = schema.safeParse(message)
  if (!parsed.success) throw new Error(`The command is malformed: ${z.prettifyError(parsed.error)}`)
  return parsed.data as { readonly requestId: number } & ParsedCommand
}

const recordedTrack = z.object({ legId: id, path: z.string(), durationMs: z.number() })
/** The recorded file of one leg. `durationMs` counts from the start of the recording. */
export type RecordedTrack = z.infer<typeof recordedTrack>

const webRtcOffer = z.object({ connectionId: id, sdp: z.string() })
/** An SDP offer with all its candidates, and the connection id that the answer must contain. */
export type WebRtcOffer = z.infer<typeof webRtcOffer>

const rtpPort = z.object({ address: z.string(), port, rtcpPort: port })
/** The local address and ports of an RTP leg. */
export type RtpPort = z.infer<typeof rtpPort>

const processState = z.object({
  conferences: z.int(),
  legs: z.int(),
  connections: z.int(),
  sockets: z.int(),
  residentBytes: z.int(),
  cpuMs: z.number(),
  frames: z.int(),
  skippedFrames: z.int(),
  /** Lateness of frames since the last `inspect`: 99th percentile and maximum. */
  frameLatenessP99Ms: z.number(),
  frameLatenessMaxMs: z.number(),
})
export type ProcessState = z.infer<typeof processState>

const results = {
  'open-conference': z.boolean(),
  'offer-webrtc': webRtcOffer,
  'add-rtp-leg': rtpPort,
  'start-recording': z.array(id),
  'record-leg': z.boolean(),
  'stop-recording': z.array(recordedTrack),
  inspect: processState,
} as const

/** The result of a successful command; null for commands without a result. */
export type MediaResult<N extends MediaCommandName> = N extends keyof typeof results
  ? z.infer<(typeof results)[N]>
  : null

const at = z.number()
const leg = { conferenceId: id, legId: id, at }

/** Quality of one leg. Counters since its start; rates over the last interval. */
const quality = z.object({
  /** Loss of packets from the leg, 0 to 1. */
  lossRatio: z.number(),
  jitterMs: z.number(),
  /** From RTCP reports of the leg; null before the first. */
  remoteLossRatio: z.number().nullable(),
  remoteJitterMs: z.number().nullable(),
  rttMs: z.number().nullable(),
  /** Estimated mean opinion score of incoming audio (G.107), 1 to 4.5. */
  mos: z.number(),
  /** Level of incoming audio in the last interval, dBFS; -127 for silence. */
  levelDbfs: z.number(),
  packetsReceived: z.int(),
  packetsSent: z.int(),
  packetsLost: z.int(),
  reportsReceived: z.int(),
  /** Delay of the jitter buffer. */
  bufferMs: z.number(),
})
export type MediaLegQuality = z.infer<typeof quality>

const event = z.discriminatedUnion('event', [
  /** The first audio of a leg has arrived, or audio has returned after `leg-detached` or `media-lost`. */
  z.object({ event: z.literal('leg-attached'), ...leg }),
  /** A WebRTC leg has lost its connection or audio. It stays in the conference and waits for `offer-webrtc`. */
  z.object({ event: z.literal('leg-detached'), ...leg }),
  /** An RTP leg does not receive the audio it expects. `never` when none has ever arrived. */
  z.object({ event: z.literal('media-lost'), ...leg, never: z.boolean() }),
  z.object({ event: z.literal('digit'), ...leg, digit: z.string().length(1) }),
  z.object({ event: z.literal('digits-sent'), ...leg }),
  /** A player has played its source to the end. It stays until it is removed. */
  z.object({ event: z.literal('player-ended'), ...leg }),
  z.object({ event: z.literal('quality'), ...leg, quality }),
  /** The track could not be written: the disk is full or the directory is missing. The call continues. */
  z.object({ event: z.literal('recording-failed'), ...leg, path: z.string(), message: z.string() }),
  /** The last event of a leg. Its track of the running recording, if any, is finished. */
  z.object({ event: z.literal('leg-left'), ...leg, recording: recordedTrack.nullable() }),
  /** The last event of a conference. */
  z.object({ event: z.literal('conference-closed'), conferenceId: id, at }),
])
/** An event of the media process. `at` is epoch milliseconds. */
export type MediaEvent = z.infer<typeof event>

const reply = z.discriminatedUnion('ok', [
  z.object({ requestId: z.int(), ok: z.literal(true), result: z.unknown() }),
  z.object({
    requestId: z.int(),
    ok: z.literal(false),
    message: z.string(),
    code: z.literal('no-free-port').optional(),
  }),
])
/** `message` is one sentence that names the problem. */
export type MediaReply = z.infer<typeof reply>

/** Parses one message of the media process. Returns null for what is neither a reply nor an event. */
export function parseMediaMessage(message: unknown): MediaReply | MediaEvent | null {
  return z.union([reply, event]).safeParse(message).data ?? null
}

/** Parses the result of a successful command. Returns null for an invalid result. */
export function parseResult<N extends MediaCommandName>(command: N, result: unknown): MediaResult<N> | null {
  if (!(command in results)) return null
  const schema: z.ZodType = results[command as keyof typeof results]
  return (schema.safeParse(result).data ?? null) as MediaResult<N> | null
}

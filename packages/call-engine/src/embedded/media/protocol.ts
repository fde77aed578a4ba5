import type { CodecName } from '@parley/rtp'
import { z } from 'zod'

/**
 * What the control side and one media process say to each other over the IPC channel of `child_process.fork`.
 *
 * Control sends a {@link MediaRequest}; each is answered by exactly one {@link MediaReply} with the same `requestId`. The
 * media process sends a {@link MediaEvent} when something happens. Both sides check what arrives with the schemas of
 * this file. The first request is `start`; the process ends when its IPC channel closes.
 *
 * Closing travels down: closing a conference closes its legs. Each leg has said `leg-left` before its conference says
 * `conference-closed`, and nothing speaks of that conference after that.
 */

/** Names given by the control side. They become parts of file names, so nothing else is let in. */
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const port = z.int().min(1).max(65_535)
const payloadType = z.int().min(0).max(127)
const ipAddress = z.union([z.ipv4(), z.ipv6()])

const codec = z.enum(['PCMU', 'PCMA', 'G722', 'opus']) satisfies z.ZodType<CodecName>

/** DTMF digits: 0-9, *, #, A-D, and a comma for a pause of one second. */
const digits = z.string().regex(/^[0-9*#A-D,]{1,128}$/)

/** Keys of SDES (RFC 4568): the suite and the 30 bytes of master key and salt in base64. */
const srtpKey = z.object({
  suite: z.enum(['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32']),
  keySalt: z.base64().length(40),
})

/** What a leg hears of its own accord: an announcement, a tone, hold music. */
const playbackSource = z.discriminatedUnion('kind', [
  /** A 16-bit mono PCM WAV file of 8 or 16 kHz. */
  z.object({ kind: z.literal('file'), path: z.string().min(1) }),
  /** The tones of a country (ISO 3166 alpha-2); one without an entry sounds as in the United States. */
  z.object({
    kind: z.literal('tone'),
    tone: z.enum(['ringback', 'busy', 'congestion']),
    country: z.string().regex(/^[A-Z]{2}$/),
  }),
  z.object({ kind: z.literal('sine'), frequencyHz: z.int().min(20).max(3_900) }),
  z.object({ kind: z.literal('hold-music') }),
])
export type PlaybackSource = z.infer<typeof playbackSource>

/** What signalling agreed on for a plain or SDES-protected RTP leg (RFC 3264). May be sent again at any time. */
const rtpAgreement = z.object({
  remote: z.object({ address: ipAddress, port, rtcpPort: port.optional() }),
  rtcpMux: z.boolean(),
  /** What this side does: `sendonly` and `inactive` expect no audio, so no media timeout runs. */
  direction: z.enum(['sendrecv', 'sendonly', 'recvonly', 'inactive']),
  /** Best first: the first is sent, every one is received. */
  formats: z.array(z.object({ codec, payloadType })).min(1).max(8),
  /** Every one is received; the one with the clock of the first format is sent. */
  telephoneEvents: z
    .array(
      z.object({ payloadType, clockRate: z.union([z.literal(8000), z.literal(16000), z.literal(48000)]) }),
    )
    .max(4),
  /** Both keys or none: `local` protects what is sent from here, `remote` what arrives. */
  srtp: z.object({ local: srtpKey, remote: srtpKey }).nullable(),
})
export type RtpAgreement = z.infer<typeof rtpAgreement>

const commands = {
  /** The process's own settings. Once, first. */
  start: {
    /** The one UDP port of all WebRTC legs of this process. */
    webRtcPort: port,
    /** Where WebRTC listens. Loopback is offered besides whatever else there is when this is null. */
    webRtcAddress: ipAddress.nullable(),
    /** Put in place of the host address in the offer when the machine stands behind a one-to-one NAT. */
    publicAddress: ipAddress.nullable(),
    /** Where RTP legs bind, and the ports they may take (both ends included; 0, 0 for any). */
    rtpAddress: ipAddress,
    rtpPorts: z.object({ min: z.int().min(0).max(65_535), max: z.int().min(0).max(65_535) }),
    /** A leg from which nothing has come for so long has lost its media. */
    mediaTimeoutMs: z.int().min(500).max(60_000).default(4_000),
    qualityIntervalMs: z.int().min(200).max(60_000).default(2_000),
  },
  'open-conference': { conferenceId: id },
  'close-conference': { conferenceId: id },
  /**
   * Makes a WebRTC leg and its offer. For a leg that exists, a connection is made that takes the old one's place as
   * soon as it is up: same leg, same recording lane. Result: {@link WebRtcOffer}.
   */
  'offer-webrtc': {
    conferenceId: id,
    legId: id,
    /** What is offered, best first. Telephone events come with each. */
    codecs: z
      .array(z.enum(['PCMU', 'opus']))
      .min(1)
      .max(2),
  },
  /** The browser sets its own description, and so sends its first packet, only once this has been answered. */
  'answer-webrtc': { conferenceId: id, legId: id, connectionId: id, sdp: z.string().max(64_000) },
  'add-webrtc-candidate': {
    conferenceId: id,
    legId: id,
    connectionId: id,
    candidate: z.string().max(1_000),
    mid: z.string().max(64),
  },
  /** Makes an RTP leg and binds its port. It is silent until `connect-rtp`. Result: {@link RtpPort}. */
  'add-rtp-leg': { conferenceId: id, legId: id },
  /** Tells an RTP leg what was agreed: at early media, at the answer and at each later offer and answer. */
  'connect-rtp': { conferenceId: id, legId: id, agreement: rtpAgreement },
  /** Puts one leg out. One that has already left is left alone. */
  'remove-leg': { conferenceId: id, legId: id },
  /** Whom a leg hears. A leg for which this was never said hears everyone else. `null` goes back to that. */
  'set-hears': { conferenceId: id, legId: id, others: z.array(id).max(200).nullable() },
  /** A muted leg is heard by nobody and recorded as silence. */
  'set-muted': { conferenceId: id, legId: id, muted: z.boolean() },
  /** A held leg hears hold music alone and is heard by nobody. What it heard before comes back with `held: false`. */
  'set-held': { conferenceId: id, legId: id, held: z.boolean() },
  /**
   * Plays something to one leg, once what it was playing is over. `instead` silences the conference for it meanwhile.
   * Ends with `playback-ended`, always, before `leg-left`.
   */
  play: {
    conferenceId: id,
    legId: id,
    playbackId: id,
    source: playbackSource,
    mode: z.enum(['instead', 'over']),
    /** Stops by itself after so long. Null: when the source ends; tones and music never do. */
    limitMs: z.int().min(20).max(3_600_000).nullable(),
  },
  'stop-playback': { conferenceId: id, legId: id, playbackId: id },
  /** Sends digits by RFC 4733, after those that are still waiting. Ends with `digits-sent`. */
  'send-digits': { conferenceId: id, legId: id, digits },
  /**
   * Begins a recording: one file a leg, `DIRECTORY/RECORDINGID.LEGID.wav`, all beginning at this moment. Only the legs
   * named are written, and nothing is written before. Result: the legs that are recorded; those that have left are not.
   */
  'start-recording': {
    conferenceId: id,
    recordingId: id,
    directory: z.string().min(1),
    legIds: z.array(id).max(200),
  },
  /** Adds a leg to the running recording: its lane is silent until now. Result: false for a leg that has left. */
  'record-leg': { conferenceId: id, legId: id },
  /** Ends the recording. Result: {@link RecordedLane}[], of the legs that had left before, too. */
  'stop-recording': { conferenceId: id },
  /** What the process holds. Result: {@link ProcessState}. */
  inspect: {},
  /** Puts everyone out and frees everything. Once it is answered the process has nothing more to do and may be ended. */
  stop: {},
} as const satisfies Record<string, z.core.$ZodShape>

export type MediaCommandName = keyof typeof commands

export type MediaCommand<N extends MediaCommandName = MediaCommandName> = {
  [K in N]: { readonly command: K } & (K extends 'inspect' | 'stop'
    ? unknown
    : z.input<z.ZodObject<(typeof commands)[K]>>)
}[N]

/** A command as the media process sees it, with its defaults filled in. */
export type CheckedCommand<N extends MediaCommandName = MediaCommandName> = {
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
 * Checks one message from the control side.
 *
 * @throws {Error} that says what is wrong with it.
 */
export function checkRequest(message: unknown): { readonly requestId: number } & CheckedCommand {
  const named = z.object({ command: z.string() }).safeParse(message)
  const schema = named.success ? schemas.get(named.data.command) : undefined
  if (!schema) throw new Error('The message is not a command of the media process.')

  const parsed = schema.safeParse(message)
  if (!parsed.success) throw new Error(`The command is malformed: ${z.prettifyError(parsed.error)}`)
  return parsed.data as { readonly requestId: number } & CheckedCommand
}

const recordedLane = z.object({ legId: id, path: z.string(), durationMs: z.number() })
/** One leg's file of a recording. `durationMs` counts from the beginning of the recording. */
export type RecordedLane = z.infer<typeof recordedLane>

const webRtcOffer = z.object({ connectionId: id, sdp: z.string() })
/** An SDP offer with all its candidates, and the name of the connection that the answer must give back. */
export type WebRtcOffer = z.infer<typeof webRtcOffer>

const rtpPort = z.object({ address: z.string(), port, rtcpPort: port })
/** Where an RTP leg listens. */
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
  /** How late frames were since the last `inspect`, 99th percentile and worst. */
  frameLatenessP99Ms: z.number(),
  frameLatenessMaxMs: z.number(),
})
export type ProcessState = z.infer<typeof processState>

const results = {
  'offer-webrtc': webRtcOffer,
  'add-rtp-leg': rtpPort,
  'start-recording': z.array(id),
  'record-leg': z.boolean(),
  'stop-recording': z.array(recordedLane),
  inspect: processState,
} as const

/** What a command answers when it went well; null for those that only do. */
export type MediaResult<N extends MediaCommandName> = N extends keyof typeof results
  ? z.infer<(typeof results)[N]>
  : null

const at = z.number()
const leg = { conferenceId: id, legId: id, at }

/** One direction of one leg, since the leg began; rates over the last interval. */
const quality = z.object({
  /** Of what arrives from the leg, 0 to 1. */
  lossRatio: z.number(),
  jitterMs: z.number(),
  /** What the leg says of what it gets from here, when it says so (RTCP). */
  remoteLossRatio: z.number().nullable(),
  remoteJitterMs: z.number().nullable(),
  rttMs: z.number().nullable(),
  /** Estimated mean opinion score of what arrives (G.107), 1 to 4.5. */
  mos: z.number(),
  /** What the leg said in the last interval, dBFS, -127 for silence. */
  levelDbfs: z.number(),
  packetsReceived: z.int(),
  packetsSent: z.int(),
  packetsLost: z.int(),
  /** How long audio waits in the jitter buffer. */
  bufferMs: z.number(),
})
export type LegQuality = z.infer<typeof quality>

const event = z.discriminatedUnion('event', [
  /** The first audio of a leg is here, or audio is back after `leg-detached` or `media-lost`. */
  z.object({ event: z.literal('leg-attached'), ...leg }),
  /** A WebRTC leg has lost its connection or gone quiet. It waits for `offer-webrtc`, and keeps its place. */
  z.object({ event: z.literal('leg-detached'), ...leg }),
  /** An RTP leg from which audio was expected is silent on the wire. `never` when none has ever come. */
  z.object({ event: z.literal('media-lost'), ...leg, never: z.boolean() }),
  z.object({ event: z.literal('digit'), ...leg, digit: z.string().length(1) }),
  z.object({ event: z.literal('digits-sent'), ...leg }),
  z.object({
    event: z.literal('playback-ended'),
    ...leg,
    playbackId: id,
    reason: z.enum(['finished', 'stopped']),
  }),
  z.object({ event: z.literal('quality'), ...leg, quality }),
  /** The lane could not be written on: the disk is full, the folder is gone. The call goes on. */
  z.object({ event: z.literal('recording-failed'), ...leg, path: z.string(), message: z.string() }),
  /** The last thing said of a leg. Its lane of the running recording, if any, is finished. */
  z.object({ event: z.literal('leg-left'), ...leg, recording: recordedLane.nullable() }),
  /** The last thing said of a conference. */
  z.object({ event: z.literal('conference-closed'), conferenceId: id, at }),
])
/** What happens in the media process. `at` is epoch milliseconds. */
export type MediaEvent = z.infer<typeof event>

const reply = z.discriminatedUnion('ok', [
  z.object({ requestId: z.int(), ok: z.literal(true), result: z.unknown() }),
  z.object({ requestId: z.int(), ok: z.literal(false), message: z.string() }),
])
/** `message` is one sentence that names what was wrong. */
export type MediaReply = z.infer<typeof reply>

/** Checks one message of the media process. Null for anything that is neither a reply nor an event. */
export function checkMediaMessage(message: unknown): MediaReply | MediaEvent | null {
  return z.union([reply, event]).safeParse(message).data ?? null
}

/** Checks the result of a command that went well. Null for a result that does not fit. */
export function checkResult<N extends MediaCommandName>(command: N, result: unknown): MediaResult<N> | null {
  if (!(command in results)) return null
  const schema: z.ZodType = results[command as keyof typeof results]
  return (schema.safeParse(result).data ?? null) as MediaResult<N> | null
}

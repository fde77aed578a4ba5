import type { Attribute, MediaSection, SessionDescription } from './description.ts'
import {
  type Codec,
  type Crypto,
  type Direction,
  findAttribute,
  formatCrypto,
  getCodecs,
  getCryptos,
  getDirection,
  getMediaAddress,
} from './media.ts'
import { serializeSdp } from './serialize.ts'

/** Our side of a session with one audio stream. */
export interface LocalAudio {
  /** Address and port where we receive RTP. */
  readonly address: string
  readonly port: number
  /** In order of preference, telephone-event among them. */
  readonly codecs: readonly Codec[]
  readonly direction: Direction
  /** Our SRTP key (RTP/SAVP). Null for unencrypted RTP. */
  readonly crypto: Crypto | null
  readonly packetMs: number
  /** Constant for a call, with a version that increases with each change; RFC 3264, section 8. */
  readonly sessionId: number
  readonly version: number
}

/** Returns an offer of one audio stream; RFC 3264, section 5. */
export function createAudioOffer(local: LocalAudio): string {
  return serializeSdp(
    createDescription(local, [createSection(local, local.codecs, local.direction, local.crypto)]),
  )
}

/** The negotiated audio stream, from our point of view. */
export interface NegotiatedAudio {
  /** The peer's address from the SDP. Behind a NAT its packets come from another one (symmetric RTP). */
  readonly remote: { readonly address: string; readonly port: number }
  /** The codec to send, with the payload type of the peer. */
  readonly codec: Codec
  readonly telephoneEvent: Codec | null
  /** Our direction. */
  readonly direction: Direction
  readonly packetMs: number | null
  /** The peer's key, when the stream is RTP/SAVP. */
  readonly crypto: Crypto | null
}

/**
 * Returns the SDP answer to an offer: the first compatible audio section is accepted, all others are rejected
 * with port
 * 0. Returns null when none is compatible: respond 488. RFC 3264, section 6; RFC 4568, 5.1.2 (our key has the
 * tag of the chosen one).
 */
export function createAudioAnswer(
  offer: SessionDescription,
  local: LocalAudio,
): { readonly sdp: string; readonly agreed: NegotiatedAudio } | null {
  for (const offered of offer.media) {
    const agreed = negotiate(offer, offered, local)
    if (!agreed) continue
    const codecs = agreed.telephoneEvent ? [agreed.codec, agreed.telephoneEvent] : [agreed.codec]
    const crypto = agreed.crypto && local.crypto ? { ...local.crypto, tag: agreed.crypto.tag } : null
    const answered = createSection(local, codecs, agreed.direction, crypto)
    const media = offer.media.map((other) =>
      other === offered ? { ...answered, protocol: offered.protocol } : createRefusedSection(other),
    )
    return { sdp: serializeSdp(createDescription(local, media)), agreed }
  }
  return null
}

/**
 * Returns the result of the answer to {@link createAudioOffer}; null when the peer refused the stream or the
 * answer is invalid.
 */
export function applyAudioAnswer(answer: SessionDescription, local: LocalAudio): NegotiatedAudio | null {
  const answered = answer.media[0]
  return answered ? negotiate(answer, answered, local) : null
}

function negotiate(
  sdp: SessionDescription,
  offered: MediaSection,
  local: LocalAudio,
): NegotiatedAudio | null {
  const secure = /SAVP/.test(offered.protocol)
  const address = getMediaAddress(sdp, offered)
  if (offered.kind !== 'audio' || offered.port === 0 || address === null) return null
  if (!/^RTP\/S?AVPF?$/.test(offered.protocol) || secure !== (local.crypto !== null)) return null

  const offeredCodecs = getCodecs(offered)
  const codec = offeredCodecs.find(
    (their) => their.name !== 'TELEPHONE-EVENT' && local.codecs.some((our) => isCompatible(our, their)),
  )
  const crypto = secure ? getCryptos(offered).find((their) => isUsable(their, local.crypto)) : null
  if (!codec || crypto === undefined) return null

  const events = offeredCodecs.filter(
    (their) => their.name === 'TELEPHONE-EVENT' && their.clockRate === rtpClock(codec),
  )
  const packet = Number(findAttribute(offered, 'ptime'))
  return {
    remote: { address, port: offered.port },
    codec,
    telephoneEvent: local.codecs.some((our) => our.name === 'TELEPHONE-EVENT') ? (events[0] ?? null) : null,
    direction: negotiateDirection(getDirection(sdp, offered), local.direction),
    packetMs: packet >= 10 && packet <= 120 ? packet : null,
    crypto,
  }
}

/**
 * RFC 4568, 5.1.2 and 6.3: a key with an unknown parameter, such as UNENCRYPTED_SRTP, must not be used; nor our
 * own one, with which our packets could be sent back to us.
 */
function isUsable(their: Crypto, our: Crypto | null): boolean {
  return (
    their.suite === our?.suite &&
    their.keyAndSalt.length === our.keyAndSalt.length &&
    !Buffer.from(their.keyAndSalt).equals(our.keyAndSalt) &&
    their.parameters.every((parameter) => /^(?:UNENCRYPTED_SRTCP|WSH=\d+)$/.test(parameter))
  )
}

function isCompatible(our: Codec, their: Codec): boolean {
  return our.name === their.name && our.clockRate === their.clockRate && our.channels === their.channels
}

/** Returns the RTP clock rate of the stream, which telephone-event shares; RFC 4733, 2.1. */
function rtpClock(codec: Codec): number {
  return codec.clockRate
}

/** Returns our direction after negotiation; RFC 3264, 6.1. */
function negotiateDirection(remote: Direction, local: Direction): Direction {
  const weSend =
    remote !== 'sendonly' && remote !== 'inactive' && local !== 'recvonly' && local !== 'inactive'
  const weReceive =
    remote !== 'recvonly' && remote !== 'inactive' && local !== 'sendonly' && local !== 'inactive'
  if (weSend) return weReceive ? 'sendrecv' : 'sendonly'
  return weReceive ? 'recvonly' : 'inactive'
}

function createDescription(local: LocalAudio, media: readonly MediaSection[]): SessionDescription {
  return {
    origin: {
      username: '-',
      sessionId: String(local.sessionId),
      version: String(local.version),
      address: local.address,
    },
    sessionName: '-',
    connection: local.address,
    attributes: [],
    media,
  }
}

function createSection(
  local: LocalAudio,
  codecs: readonly Codec[],
  direction: Direction,
  crypto: Crypto | null,
): MediaSection {
  const attributes: Attribute[] = codecs.flatMap(codecAttributes)
  attributes.push({ name: 'ptime', value: String(local.packetMs) })
  if (crypto) attributes.push(formatCrypto(crypto))
  attributes.push({ name: direction, value: null })
  const formats = codecs.map((codec) => String(codec.payloadType))
  const protocol = crypto ? 'RTP/SAVP' : 'RTP/AVP'
  return { kind: 'audio', port: local.port, protocol, formats, connection: null, attributes }
}

function codecAttributes({ payloadType, name, clockRate, channels, parameters }: Codec): Attribute[] {
  const written = name === 'OPUS' || name === 'TELEPHONE-EVENT' ? name.toLowerCase() : name
  const map = `${payloadType} ${written}/${clockRate}${channels > 1 ? `/${channels}` : ''}`
  const attributes: Attribute[] = [{ name: 'rtpmap', value: map }]
  if (parameters !== '') attributes.push({ name: 'fmtp', value: `${payloadType} ${parameters}` })
  return attributes
}

function createRefusedSection(section: MediaSection): MediaSection {
  return { ...section, port: 0, connection: null, attributes: [] }
}

import { randomInt } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
import { generateSdesKey } from '@parley/rtp'
import {
  applyAudioAnswer,
  type Codec,
  type Crypto,
  createAudioAnswer,
  createAudioOffer,
  type Direction,
  type LocalAudio,
  type NegotiatedAudio,
  parseSdp,
} from '@parley/sip'
import type { TrunkCodec, TrunkConfig } from '../../trunk.ts'
import type { RtpAgreement, RtpPort } from '../media/protocol.ts'
import type { EmbeddedEngineOptions } from '../options.ts'
import { HostLookup } from './host-lookup.ts'

const codecs: Readonly<Record<TrunkCodec, Codec>> = {
  PCMU: { payloadType: 0, name: 'PCMU', clockRate: 8_000, channels: 1, parameters: '' },
  PCMA: { payloadType: 8, name: 'PCMA', clockRate: 8_000, channels: 1, parameters: '' },
  // RFC 3551, 4.5.2: G.722 samples at 16 kHz but declares a clock rate of 8,000.
  G722: { payloadType: 9, name: 'G722', clockRate: 8_000, channels: 1, parameters: '' },
  opus: { payloadType: 111, name: 'OPUS', clockRate: 48_000, channels: 2, parameters: 'useinbandfec=1' },
}
const telephoneEvent = { name: 'TELEPHONE-EVENT', channels: 1, parameters: '0-16' }
const telephoneEvent8k: Codec = { ...telephoneEvent, payloadType: 101, clockRate: 8_000 }
const telephoneEvent48k: Codec = { ...telephoneEvent, payloadType: 102, clockRate: 48_000 }

/** A trunk may have many addresses; audio from further ones is not accepted. */
const maxSources = 100

const srtpSuite = 'AES_CM_128_HMAC_SHA1_80'

/** The result of an offer/answer exchange. */
export interface Agreement {
  readonly rtp: RtpAgreement
  readonly hasTelephoneEvents: boolean
  /** Whether the peer does not receive our audio: it has put us on hold. */
  readonly isHeldByPeer: boolean
}

/** The IP addresses with which the calls of a trunk may exchange audio and requests, and how names of them resolve. */
export interface CallAddresses {
  /** Returns whether audio and requests may be sent to an address that the peer signals. */
  readonly isAllowed: (address: string) => boolean
  /** The address at which we receive audio: none can be exchanged with addresses of the other IP version. */
  readonly own: string
  /**
   * Returns the addresses of the trunk, from which audio is accepted as well as from the signalled address.
   */
  readonly ofTrunk: () => readonly string[]
  readonly resolveHost: NonNullable<EmbeddedEngineOptions['resolveHost']>
}

/** Offer/answer negotiation for the audio of one telephone leg (RFC 3264). */
export interface AudioNegotiator {
  /** Sets the local address and port, and a new key; another media process has another port. */
  setLocalEndpoint(port: RtpPort, address: string): void
  /** Sets the offered direction: on hold we do not receive (RFC 3264, 8.4). */
  setOnHold(state: 'held' | 'released'): void
  offer(): string
  /** Applies an answer. Null when it accepts no offered codec or its media address is not allowed. */
  applyAnswer(answer: string): Promise<Agreement | null>
  /** Answers an offer. Null when no codec matches or the media address is not allowed. */
  answer(offer: string): Promise<{ readonly sdp: string; readonly agreement: Agreement } | null>
  /** Ends all lookups: no session description with a name is accepted any more. */
  stopLookups(): void
}

export function createAudioNegotiator(
  trunk: Pick<TrunkConfig, 'codecs' | 'mediaEncryption' | 'transport'>,
  addresses: CallAddresses,
): AudioNegotiator {
  const isRequired = trunk.mediaEncryption === 'sdes'
  // SDES sends the keys in SIP, so that it protects nothing without TLS.
  const canEncrypt = isRequired || trunk.transport === 'tls'
  let ownCrypto = canEncrypt ? createCrypto() : null
  /** Null until encryption is required, from the start or because the peer has offered it. */
  let crypto = isRequired ? ownCrypto : null
  const offered = trunk.codecs.map((name) => codecs[name])
  const events = offered.some(({ clockRate }) => clockRate === 48_000)
    ? [telephoneEvent8k, telephoneEvent48k]
    : [telephoneEvent8k]
  const sessionId = randomInt(1, 2 ** 31)
  let version = 0
  let endpoint = { address: '127.0.0.1', port: 9 }
  let direction: 'sendrecv' | 'sendonly' = 'sendrecv'

  const local = (): LocalAudio => ({
    ...endpoint,
    codecs: [...offered, ...events],
    direction,
    crypto,
    packetMs: 20,
    sessionId,
    version: ++version,
  })
  const lookup = new HostLookup(addresses.resolveHost)
  const toAgreement = (agreed: NegotiatedAudio) =>
    readAgreement(agreed, { offered, crypto, addresses, lookup })

  return {
    setLocalEndpoint({ port }, address) {
      endpoint = { address, port }
      // The new media process does not know what the former one has sent with its key.
      if (canEncrypt) ownCrypto = createCrypto()
      if (crypto) crypto = ownCrypto
    },
    setOnHold(state) {
      direction = state === 'held' ? 'sendonly' : 'sendrecv'
    },
    offer: () => createAudioOffer(local()),
    async applyAnswer(answer) {
      const sdp = parseSdp(answer)
      const agreed = sdp && applyAudioAnswer(sdp, local())
      return agreed && (await toAgreement(agreed))
    },
    async answer(offer) {
      const sdp = parseSdp(offer)
      const own = local()
      const encrypted = sdp && ownCrypto && createAudioAnswer(sdp, { ...own, crypto: ownCrypto })
      if (encrypted) crypto = ownCrypto
      const answered = crypto ? encrypted : sdp && createAudioAnswer(sdp, own)
      const agreement = answered && (await toAgreement(answered.agreed))
      return agreement && { sdp: answered.sdp, agreement }
    },
    stopLookups: () => lookup.stop(),
  }
}

/** Returns whether a call with this offer can be answered. */
export async function canAnswer(
  trunk: Pick<TrunkConfig, 'codecs' | 'mediaEncryption' | 'transport'>,
  offer: string,
  addresses: CallAddresses,
): Promise<boolean> {
  return (await createAudioNegotiator(trunk, addresses).answer(offer)) !== null
}

function createCrypto(): Crypto {
  const keyAndSalt = Buffer.from(generateSdesKey(srtpSuite).keySalt, 'base64')
  return { tag: 1, suite: srtpSuite, keyAndSalt, parameters: [] }
}

async function readAgreement(
  agreed: NegotiatedAudio,
  {
    offered,
    crypto,
    addresses,
    lookup,
  }: {
    readonly offered: readonly Codec[]
    readonly crypto: Crypto | null
    readonly addresses: CallAddresses
    readonly lookup: HostLookup
  },
): Promise<Agreement | null> {
  const { address: host } = agreed.remote
  const address = isIP(host) ? host : await lookup.resolve(host)
  if (address === null || isIPv6(address) !== isIPv6(addresses.own)) return null
  // RFC 2543 signalled hold with the address 0.0.0.0; RFC 3264, 8.4 still requires support for it.
  const isUnspecified = address === '0.0.0.0' || address === '::'
  if (!isUnspecified && !addresses.isAllowed(address)) return null

  const sent = toTrunkCodec(agreed.codec)
  const others = offered.filter(({ name }) => name !== agreed.codec.name)
  const formats = [agreed.codec, ...others].flatMap((codec) => {
    const name = toTrunkCodec(codec)
    return name ? [{ codec: name, payloadType: codec.payloadType }] : []
  })
  if (!sent) return null

  const direction = isUnspecified ? receiveOnly(agreed.direction) : agreed.direction
  return {
    hasTelephoneEvents: agreed.telephoneEvent !== null,
    isHeldByPeer: direction === 'recvonly' || direction === 'inactive',
    rtp: {
      remote: { address, port: agreed.remote.port },
      sources: addresses.ofTrunk().slice(0, maxSources),
      rtcpMux: false,
      direction,
      formats,
      telephoneEvents: agreed.telephoneEvent ? [eventFormat(agreed.telephoneEvent)] : [],
      srtp: crypto && agreed.crypto && { local: srtpKey(crypto), remote: srtpKey(agreed.crypto) },
    },
  }
}

function toTrunkCodec({ name }: Codec): TrunkCodec | null {
  return (Object.keys(codecs) as TrunkCodec[]).find((known) => codecs[known].name === name) ?? null
}

function eventFormat({ payloadType, clockRate }: Codec) {
  return { payloadType, clockRate: clockRate === 48_000 ? 48_000 : 8_000 } as const
}

function receiveOnly(direction: Direction): Direction {
  return direction === 'sendrecv' || direction === 'recvonly' ? 'recvonly' : 'inactive'
}

function srtpKey({ suite, keyAndSalt }: Crypto) {
  return {
    suite: suite === 'AES_CM_128_HMAC_SHA1_32' ? suite : srtpSuite,
    keySalt: Buffer.from(keyAndSalt).toString('base64'),
  } as const
}

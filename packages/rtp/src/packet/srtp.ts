import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { payloadStart } from './rtp-packet.ts'
import type { SrtpKey } from './sdes.ts'
import { toDataView } from './to-data-view.ts'

/** Encrypts and authenticates outgoing packets (RFC 3711). */
export interface SrtpSender {
  protectRtp(datagram: Uint8Array): Buffer
  protectRtcp(datagram: Uint8Array): Buffer
}

/** Authenticates and decrypts incoming packets. Returns null for forged, damaged and replayed packets. */
export interface SrtpReceiver {
  unprotectRtp(datagram: Uint8Array): Buffer | null
  unprotectRtcp(datagram: Uint8Array): Buffer | null
}

interface SessionKeys {
  readonly cipher: Buffer
  readonly authentication: Buffer
  readonly salt: Buffer
}

const rtcpTagBytes = 10
const rtcpIndexBytes = 4
const replayWindow = 64
const encryptedFlag = 0x80000000
/** A peer changes its source a few times in a call, for example after a transfer. */
const maxSources = 100
/** As many rollovers as a call of a day has at 50 packets per second. */
const maxFormerRollovers = 64

interface Source {
  rollovers: number
  highest: number
  readonly replay: ReplayWindow
}

export function createSrtpSender(key: SrtpKey): SrtpSender {
  const rtp = deriveKeys(key, 0)
  const rtcp = deriveKeys(key, 3)
  const tagBytes = rtpTagBytes(key)
  let rollovers = 0
  let lastSequence: number | null = null
  let rtcpIndex = 0

  return {
    protectRtp(datagram) {
      const sequence = toDataView(datagram).getUint16(2)
      if (lastSequence !== null && sequence < lastSequence && lastSequence - sequence > 0x8000) rollovers++
      lastSequence = sequence
      const start = payloadStart(datagram) ?? datagram.length
      const encrypted = Buffer.concat([
        datagram.subarray(0, start),
        crypt(rtp, toDataView(datagram).getUint32(8), rollovers, sequence, datagram.subarray(start)),
      ])
      return Buffer.concat([encrypted, authenticationTag(rtp, encrypted, rollovers).subarray(0, tagBytes)])
    },
    protectRtcp(datagram) {
      rtcpIndex = (rtcpIndex + 1) & 0x7fffffff
      const index = Buffer.alloc(rtcpIndexBytes)
      index.writeUInt32BE((rtcpIndex | encryptedFlag) >>> 0)
      const encrypted = Buffer.concat([
        datagram.subarray(0, 8),
        crypt(
          rtcp,
          toDataView(datagram).getUint32(4),
          rtcpIndex >>> 16,
          rtcpIndex & 0xffff,
          datagram.subarray(8),
        ),
        index,
      ])
      return Buffer.concat([encrypted, hmac(rtcp, encrypted).subarray(0, rtcpTagBytes)])
    },
  }
}

export function createSrtpReceiver(key: SrtpKey): SrtpReceiver {
  const rtp = deriveKeys(key, 0)
  const rtcp = deriveKeys(key, 3)
  const tagBytes = rtpTagBytes(key)
  const sources = new Map<number, Source>()
  const guessRollovers = createRolloverGuess()
  const rtcpReplay = createReplayWindow()

  return {
    unprotectRtp(datagram) {
      const end = datagram.length - tagBytes
      const body = datagram.subarray(0, Math.max(0, end))
      const start = payloadStart(body)
      if (start === null) return null

      const ssrc = toDataView(body).getUint32(8)
      const sequence = toDataView(body).getUint16(2)
      const known = sources.get(ssrc)
      const possible = known ? [estimateRollovers(known, sequence)] : guessRollovers()
      const rollovers = possible.find(
        (count) =>
          count >= 0 &&
          !known?.replay.seen(count * 0x10000 + sequence) &&
          matches(authenticationTag(rtp, body, count).subarray(0, tagBytes), datagram.subarray(end)),
      )
      if (rollovers === undefined) return null
      const index = rollovers * 0x10000 + sequence

      const source = known ?? { rollovers, highest: sequence, replay: createReplayWindow() }
      // Packets of a former source would be accepted again if its replay window were forgotten.
      if (!known && sources.size >= maxSources) return null
      sources.set(ssrc, source)
      if (index >= source.rollovers * 0x10000 + source.highest) {
        source.rollovers = rollovers
        source.highest = sequence
      }
      source.replay.add(index)
      return Buffer.concat([
        body.subarray(0, start),
        crypt(rtp, ssrc, rollovers, sequence, body.subarray(start)),
      ])
    },
    unprotectRtcp(datagram) {
      const end = datagram.length - rtcpTagBytes
      if (end < 8 + rtcpIndexBytes) return null
      const word = toDataView(datagram).getUint32(end - rtcpIndexBytes)
      const index = word & 0x7fffffff
      if (rtcpReplay.seen(index)) return null
      const tag = hmac(rtcp, datagram.subarray(0, end)).subarray(0, rtcpTagBytes)
      if (!matches(tag, datagram.subarray(end))) return null

      rtcpReplay.add(index)
      const body = datagram.subarray(8, end - rtcpIndexBytes)
      const ssrc = toDataView(datagram).getUint32(4)
      const plain = word & encryptedFlag ? crypt(rtcp, ssrc, index >>> 16, index & 0xffff, body) : body
      return Buffer.concat([datagram.subarray(0, 8), plain])
    },
  }
}

function rtpTagBytes(key: SrtpKey): number {
  return key.suite === 'AES_CM_128_HMAC_SHA1_32' ? 4 : 10
}

/** RFC 3711, section 4.3.1, without a key derivation rate. `label` is 0 for RTP and 3 for RTCP. */
function deriveKeys({ keySalt }: SrtpKey, label: number): SessionKeys {
  const bytes = Buffer.from(keySalt, 'base64')
  const key = bytes.subarray(0, 16)
  const salt = bytes.subarray(16, 30)
  const derive = (offset: number, length: number) => {
    const counter = Buffer.concat([salt, Buffer.alloc(2)])
    counter.writeUInt8(counter.readUInt8(7) ^ (label + offset), 7)
    return createCipheriv('aes-128-ctr', key, counter).update(Buffer.alloc(length))
  }
  return { cipher: derive(0, 16), authentication: derive(1, 20), salt: derive(2, 14) }
}

/**
 * AES in counter mode (section 4.1.1), which is its own inverse. The index is 48 bits: rollover count and
 * sequence number.
 */
function crypt(
  keys: SessionKeys,
  ssrc: number,
  rollovers: number,
  sequence: number,
  body: Uint8Array,
): Buffer {
  const counter = Buffer.concat([keys.salt, Buffer.alloc(2)])
  counter.writeUInt32BE((counter.readUInt32BE(4) ^ ssrc) >>> 0, 4)
  counter.writeUInt32BE((counter.readUInt32BE(8) ^ rollovers) >>> 0, 8)
  counter.writeUInt16BE(counter.readUInt16BE(12) ^ sequence, 12)
  return createCipheriv('aes-128-ctr', keys.cipher, counter).update(body)
}

function authenticationTag(keys: SessionKeys, encrypted: Uint8Array, rollovers: number): Buffer {
  const suffix = Buffer.alloc(4)
  suffix.writeUInt32BE(rollovers)
  return createHmac('sha1', keys.authentication).update(encrypted).update(suffix).digest()
}

function hmac(keys: SessionKeys, encrypted: Uint8Array): Buffer {
  return createHmac('sha1', keys.authentication).update(encrypted).digest()
}

function matches(expected: Uint8Array, actual: Uint8Array): boolean {
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/**
 * Section 3.3.1: estimates the rollover count that places the sequence number nearest to the highest
 * received. -1 for a packet before the first.
 */
function estimateRollovers(
  { rollovers, highest }: { rollovers: number; highest: number },
  sequence: number,
): number {
  if (highest < 0x8000) return sequence - highest > 0x8000 ? rollovers - 1 : rollovers
  return highest - 0x8000 > sequence ? rollovers + 1 : rollovers
}

/**
 * Returns possible rollover counts of an unknown source. The count is in no packet: a receiver that begins in
 * the middle of a stream, in the process that replaces another one, tries another one with each packet.
 */
function createRolloverGuess(): () => readonly number[] {
  let formerRollovers = 0
  return () => {
    formerRollovers = (formerRollovers % maxFormerRollovers) + 1
    return [0, formerRollovers]
  }
}

interface ReplayWindow {
  seen(index: number): boolean
  add(index: number): void
}

function createReplayWindow(): ReplayWindow {
  const slots = new Float64Array(replayWindow).fill(-1)
  let highest = -1

  return {
    seen: (index) => index <= highest - replayWindow || slots[index % replayWindow] === index,
    add(index) {
      slots[index % replayWindow] = index
      if (index > highest) highest = index
    },
  }
}

import type { AudioDecoder, AudioEncoder } from './audio-codec.ts'
import { createPitchRepeater } from './conceal.ts'

/**
 * G.711 A-law and mu-law. Encoding uses a lookup table of 64 KiB, decoding one of 512 bytes. Both are
 * computed when the module is loaded.
 */
const ulawToLinear = Int16Array.from({ length: 256 }, (_, code) => expandUlaw(code))
const alawToLinear = Int16Array.from({ length: 256 }, (_, code) => expandAlaw(code))
const linearToUlaw = Uint8Array.from({ length: 65_536 }, (_, word) => compressUlaw((word << 16) >> 16))
const linearToAlaw = Uint8Array.from({ length: 65_536 }, (_, word) => compressAlaw((word << 16) >> 16))

export const createUlawEncoder = (): AudioEncoder => createTableEncoder(linearToUlaw)
export const createAlawEncoder = (): AudioEncoder => createTableEncoder(linearToAlaw)
export const createUlawDecoder = (): AudioDecoder => createTableDecoder(ulawToLinear)
export const createAlawDecoder = (): AudioDecoder => createTableDecoder(alawToLinear)

function createTableEncoder(table: Uint8Array): AudioEncoder {
  let payload = new Uint8Array(0)

  return {
    encode(pcm) {
      if (payload.length !== pcm.length) payload = new Uint8Array(pcm.length)
      for (let i = 0; i < pcm.length; i++) payload[i] = table[pcm[i]! & 0xffff]!
      return payload
    },
  }
}

function createTableDecoder(table: Int16Array): AudioDecoder {
  const repeater = createPitchRepeater(8000)
  let pcm = new Int16Array(0)

  return {
    decode(payload) {
      if (payload.length === 0) return null
      if (pcm.length !== payload.length) pcm = new Int16Array(payload.length)
      for (let i = 0; i < payload.length; i++) pcm[i] = table[payload[i]!]!
      repeater.record(pcm)
      return pcm
    },
    conceal: (samples) => repeater.repeat(samples),
    recover: (_next, samples) => repeater.repeat(samples),
    close() {},
  }
}

/**
 * G.711 table 2a: one sign bit, three exponent bits, four mantissa bits, all inverted; bias 33 at 14 bits.
 */
function expandUlaw(code: number): number {
  const inverted = ~code & 0xff
  const exponent = (inverted >> 4) & 7
  const magnitude = ((((inverted & 15) << 3) + 0x84) << exponent) - 0x84
  return inverted & 0x80 ? -magnitude : magnitude
}

function compressUlaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), 32_635) + 0x84
  const exponent = 31 - Math.clz32(magnitude >> 7)
  const mantissa = (magnitude >> (exponent + 3)) & 15
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff
}

/** G.711 table 1a: the same layout without a bias, with every second bit inverted. */
function expandAlaw(code: number): number {
  const toggled = code ^ 0x55
  const exponent = (toggled >> 4) & 7
  const mantissa = ((toggled & 15) << 4) + 8
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
  return toggled & 0x80 ? magnitude : -magnitude
}

function compressAlaw(sample: number): number {
  const magnitude = sample < 0 ? Math.min(-sample - 1, 32_767) : sample
  const exponent = magnitude < 256 ? 0 : 31 - Math.clz32(magnitude >> 7)
  const mantissa = (magnitude >> (exponent === 0 ? 4 : exponent + 3)) & 15
  return ((sample < 0 ? 0 : 0x80) | (exponent << 4) | mantissa) ^ 0x55
}

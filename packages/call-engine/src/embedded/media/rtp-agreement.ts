import type { CodecName } from '@parley/rtp'
import { z } from 'zod'

export const port = z.int().min(1).max(65_535)
const payloadType = z.int().min(0).max(127)
export const ipAddress = z.union([z.ipv4(), z.ipv6()])

const codec = z.enum(['PCMU', 'PCMA', 'G722', 'opus']) satisfies z.ZodType<CodecName>

/** SDES key (RFC 4568): the suite and the 30 bytes of master key and salt in base64. */
const srtpKey = z.object({
  suite: z.enum(['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32']),
  keySalt: z.base64().length(40),
})

/** The negotiated parameters of an RTP leg, plain or with SDES (RFC 3264). May be sent again at any time. */
export const rtpAgreement = z.object({
  remote: z.object({ address: ipAddress, port, rtcpPort: port.optional() }),
  sources: z.array(ipAddress).max(100).optional(),
  /** The address with which the peer signals, which needs not answer to receive audio. */
  signallingAddress: ipAddress.nullable().optional(),
  rtcpMux: z.boolean(),
  /** Direction from our side. `sendonly` and `inactive` expect no audio, so no media timeout applies. */
  direction: z.enum(['sendrecv', 'sendonly', 'recvonly', 'inactive']),
  /** In order of preference: the first is sent, all are received. */
  formats: z.array(z.object({ codec, payloadType })).min(1).max(8),
  /** All are received; the one with the clock rate of the first format is sent. */
  telephoneEvents: z
    .array(
      z.object({ payloadType, clockRate: z.union([z.literal(8000), z.literal(16000), z.literal(48000)]) }),
    )
    .max(4),
  /** Null without SRTP. `local` protects outgoing packets, `remote` incoming ones. */
  srtp: z.object({ local: srtpKey, remote: srtpKey }).nullable(),
})
export type RtpAgreement = z.infer<typeof rtpAgreement>

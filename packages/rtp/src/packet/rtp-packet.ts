import { toDataView } from './to-data-view.ts'

/** An RTP packet (RFC 3550, section 5.1) without padding, header extension and contributing sources. */
export interface RtpPacket {
  readonly payloadType: number
  readonly marker: boolean
  readonly sequenceNumber: number
  readonly timestamp: number
  readonly ssrc: number
  readonly payload: Uint8Array
}

const headerBytes = 12

/** Parses one datagram. The payload is a view into it. Returns null for anything that is not RTP. */
export function parseRtp(datagram: Uint8Array): RtpPacket | null {
  if (datagram.length < headerBytes) return null
  const view = toDataView(datagram)
  const first = view.getUint8(0)
  if (first >> 6 !== 2) return null

  const start = payloadStart(datagram)
  if (start === null) return null
  const padding = first & 0x20 ? view.getUint8(datagram.length - 1) : 0
  const end = datagram.length - padding
  if (end < start || (first & 0x20 && padding === 0)) return null

  const second = view.getUint8(1)
  return {
    payloadType: second & 0x7f,
    marker: second >= 0x80,
    sequenceNumber: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: datagram.subarray(start, end),
  }
}

/**
 * Returns the offset of the payload after contributing sources and extension, or null for a truncated
 * datagram.
 */
export function payloadStart(datagram: Uint8Array): number | null {
  if (datagram.length < headerBytes) return null
  const view = toDataView(datagram)
  const first = view.getUint8(0)
  let start = headerBytes + 4 * (first & 0x0f)
  if (first & 0x10) {
    if (start + 4 > datagram.length) return null
    start += 4 + 4 * view.getUint16(start + 2)
  }
  return start <= datagram.length ? start : null
}

export function serializeRtp(packet: RtpPacket): Buffer {
  const datagram = Buffer.allocUnsafe(headerBytes + packet.payload.length)
  datagram[0] = 0x80
  datagram[1] = (packet.marker ? 0x80 : 0) | packet.payloadType
  datagram.writeUInt16BE(packet.sequenceNumber & 0xffff, 2)
  datagram.writeUInt32BE(packet.timestamp >>> 0, 4)
  datagram.writeUInt32BE(packet.ssrc >>> 0, 8)
  datagram.set(packet.payload, headerBytes)
  return datagram
}

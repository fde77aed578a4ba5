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
  const first = datagram[0]!
  if (first >> 6 !== 2) return null

  const start = payloadStart(datagram)
  if (start === null) return null
  const padding = first & 0x20 ? datagram[datagram.length - 1]! : 0
  const end = datagram.length - padding
  if (end < start || (first & 0x20 && padding === 0)) return null

  return {
    payloadType: datagram[1]! & 0x7f,
    marker: datagram[1]! >= 0x80,
    sequenceNumber: (datagram[2]! << 8) | datagram[3]!,
    timestamp: readUint32(datagram, 4),
    ssrc: readUint32(datagram, 8),
    payload: datagram.subarray(start, end),
  }
}

/** Returns the offset of the payload after contributing sources and extension, or null for a truncated datagram. */
export function payloadStart(datagram: Uint8Array): number | null {
  if (datagram.length < headerBytes) return null
  let start = headerBytes + 4 * (datagram[0]! & 0x0f)
  if (datagram[0]! & 0x10) {
    if (start + 4 > datagram.length) return null
    start += 4 + 4 * ((datagram[start + 2]! << 8) | datagram[start + 3]!)
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

export function readUint32(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
}

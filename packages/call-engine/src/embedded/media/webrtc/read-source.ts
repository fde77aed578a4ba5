/**
 * Returns the SSRC of a packet as libsrtp reads it (RFC 3550, sections 5.1 and 6.4; RFC 5761, section 4), or null
 * if it is too short.
 */
export function readSource(datagram: Buffer): number | null {
  const payloadType = (datagram[1] ?? 0) & 0x7f
  const offset = payloadType >= 64 && payloadType <= 95 ? 4 : 8
  return datagram.length < offset + 4 ? null : datagram.readUInt32BE(offset)
}

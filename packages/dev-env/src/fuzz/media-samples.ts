/** Returns well-formed RTP and RTCP packets with this sequence number. */
export function createRtpSamples(sequence: number): Buffer[] {
  const rtp = (payloadType: number, payload: Buffer) => {
    const header = Buffer.alloc(12)
    header[0] = 0x80
    header[1] = payloadType
    header.writeUInt16BE(sequence & 0xffff, 2)
    header.writeUInt32BE((sequence * 160) >>> 0, 4)
    header.writeUInt32BE(0x1234_5678, 8)
    return Buffer.concat([header, payload])
  }
  const extension = rtp(0, Buffer.from([0xbe, 0xde, 0, 1, 0x10, 0x7f, 0, 0, ...Array(160).fill(0x55)]))
  extension[0] = 0x90
  return [
    rtp(0, Buffer.alloc(160, 0x55)),
    rtp(8, Buffer.alloc(160, 0xd5)),
    rtp(9, Buffer.alloc(160, 0x11)),
    rtp(111, Buffer.from([0xfc, 0xff, 0xfe, 1, 2, 3])),
    rtp(101, Buffer.from([5, 0x8a, 3, 0x20])),
    extension,
    // Sender report with a source description, and BYE; RFC 3550, 6.4.1, 6.5 and 6.6.
    Buffer.from(
      '80c8000612345678e6a1b2c3d4e5f60700000000000000010000009f81ca0003123456780106616461403100' +
        '0000000081cb000112345678',
      'hex',
    ),
    // Receiver report with one report block.
    Buffer.from('81c9000712345678aabbccdd00000000000000010000000000000000000000 00'.replace(' ', ''), 'hex'),
  ]
}

/**
 * Returns well-formed STUN messages (RFC 8489) and the beginning of a DTLS handshake, which share a port with
 * media.
 */
export function createStunSamples(random: () => number): Buffer[] {
  const id = Buffer.from(Array.from({ length: 12 }, () => Math.floor(random() * 256)))
  const attribute = (type: number, value: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt16BE(type, 0)
    head.writeUInt16BE(value.length, 2)
    return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
  }
  const message = (type: number, ...attributes: Buffer[]) => {
    const body = Buffer.concat(attributes)
    const head = Buffer.alloc(8)
    head.writeUInt16BE(type, 0)
    head.writeUInt16BE(body.length, 2)
    head.writeUInt32BE(0x2112_a442, 4)
    return Buffer.concat([head, id, body])
  }
  const username = attribute(0x0006, Buffer.from('abcd:efgh'))
  const integrity = attribute(0x0008, Buffer.alloc(20, 7))
  const fingerprint = attribute(0x8028, Buffer.alloc(4, 9))
  const priority = attribute(0x0024, Buffer.from([0x6e, 0x7f, 0xff, 0xff]))
  const controlling = attribute(0x802a, Buffer.alloc(8, 3))
  const mappedAddress = attribute(0x0020, Buffer.from([0, 1, 0x8f, 0x12, 0x5e, 0x12, 0xa4, 0x43]))
  return [
    message(
      0x0001,
      username,
      priority,
      controlling,
      attribute(0x0025, Buffer.alloc(0)),
      integrity,
      fingerprint,
    ),
    message(0x0001),
    message(0x0101, mappedAddress, integrity, fingerprint),
    message(0x0111, username, attribute(0x0009, Buffer.from([0, 0, 4, 87, 0x61, 0x62])), integrity),
    message(0x0011, fingerprint),
    // DTLS 1.2: ClientHello (RFC 6347, 4.2.2) without its extensions, and application data.
    Buffer.from(
      `16fefd0000000000000000003801000 02c00000000000000 2cfefd${'ab'.repeat(32)}00000004c02bc02f0100`.replaceAll(
        ' ',
        '',
      ),
      'hex',
    ),
    Buffer.from(`17fefd0001000000000001001c${'cd'.repeat(28)}`, 'hex'),
  ]
}

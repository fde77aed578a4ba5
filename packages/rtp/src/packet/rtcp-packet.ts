import { toDataView } from './to-data-view.ts'

/** A report block: one receiver's statistics of one source (RFC 3550, section 6.4.1). */
export interface ReportBlock {
  readonly ssrc: number
  /** Fraction lost since the last report, 0 to 1. */
  readonly fractionLost: number
  /** Negative when duplicates exceed losses. */
  readonly cumulativeLost: number
  readonly highestSequenceNumber: number
  /** In units of the RTP clock. */
  readonly jitter: number
  /** The middle 32 bits of the last sender report's NTP timestamp; 0 for none. */
  readonly lastSenderReport: number
  /** Delay since that report, in units of 1/65536 s. */
  readonly delaySinceLastSenderReport: number
}

export type RtcpPacket =
  | {
      readonly type: 'sender-report'
      readonly ssrc: number
      /** Seconds since 1900, and the fraction in units of 2^-32 s. */
      readonly ntpSeconds: number
      readonly ntpFraction: number
      readonly rtpTimestamp: number
      readonly packetCount: number
      readonly octetCount: number
      readonly reports: readonly ReportBlock[]
    }
  | { readonly type: 'receiver-report'; readonly ssrc: number; readonly reports: readonly ReportBlock[] }
  | { readonly type: 'source-description'; readonly ssrc: number; readonly cname: string }
  | { readonly type: 'goodbye'; readonly ssrcs: readonly number[] }

const senderReport = 200
const receiverReport = 201
const sourceDescription = 202
const goodbye = 203

/** The largest datagram on most networks, and more packets than a peer has reason to combine. */
const maxBytes = 1_500
const maxPackets = 32

/** Returns whether a datagram is RTCP when RTP and RTCP share a port (RFC 5761, section 4). */
export function isRtcp(datagram: Uint8Array): boolean {
  if (datagram.length < 8) return false
  const view = toDataView(datagram)
  const type = view.getUint8(1)
  return view.getUint8(0) >> 6 === 2 && type >= 192 && type <= 223
}

/**
 * Parses a compound packet. Skips unsupported packet types. Returns null for a malformed packet, and for one of more
 * than 1,500 bytes or 32 packets.
 */
export function parseRtcp(datagram: Uint8Array): readonly RtcpPacket[] | null {
  if (datagram.length > maxBytes) return null
  const packets: RtcpPacket[] = []
  const view = toDataView(datagram)
  let at = 0
  for (let count = 0; at < datagram.length; count++) {
    if (count === maxPackets) return null
    if (at + 4 > datagram.length || view.getUint8(at) >> 6 !== 2) return null
    const end = at + 4 + 4 * view.getUint16(at + 2)
    if (end > datagram.length) return null
    const items = view.getUint8(at) & 0x1f
    const parsed = parseOne(view.getUint8(at + 1), items, datagram.subarray(at + 4, end))
    if (parsed === null) return null
    if (parsed !== 'unsupported') packets.push(parsed)
    at = end
  }
  return packets.length > 0 ? packets : null
}

function parseOne(type: number, count: number, body: Uint8Array): RtcpPacket | 'unsupported' | null {
  switch (type) {
    case senderReport:
      return body.length < 24 + 24 * count ? null : parseSenderReport(count, body)
    case receiverReport:
      if (body.length < 4 + 24 * count) return null
      return {
        type: 'receiver-report',
        ssrc: toDataView(body).getUint32(0),
        reports: parseReports(count, body.subarray(4)),
      }
    case sourceDescription:
      return parseSourceDescription(count, body)
    case goodbye:
      if (body.length < 4 * count) return null
      return {
        type: 'goodbye',
        ssrcs: Array.from({ length: count }, (_, i) => toDataView(body).getUint32(4 * i)),
      }
    default:
      return 'unsupported'
  }
}

function parseSenderReport(count: number, body: Uint8Array): RtcpPacket {
  const view = toDataView(body)
  return {
    type: 'sender-report',
    ssrc: view.getUint32(0),
    ntpSeconds: view.getUint32(4),
    ntpFraction: view.getUint32(8),
    rtpTimestamp: view.getUint32(12),
    packetCount: view.getUint32(16),
    octetCount: view.getUint32(20),
    reports: parseReports(count, body.subarray(24)),
  }
}

function parseReports(count: number, body: Uint8Array): readonly ReportBlock[] {
  const view = toDataView(body)
  return Array.from({ length: count }, (_, i) => {
    const at = 24 * i
    return {
      ssrc: view.getUint32(at),
      fractionLost: view.getUint8(at + 4) / 256,
      cumulativeLost: (view.getUint32(at + 4) << 8) >> 8,
      highestSequenceNumber: view.getUint32(at + 8),
      jitter: view.getUint32(at + 12),
      lastSenderReport: view.getUint32(at + 16),
      delaySinceLastSenderReport: view.getUint32(at + 20),
    }
  })
}

/** Parses the CNAME of the first chunk; ignores the other items of section 6.5. */
function parseSourceDescription(count: number, body: Uint8Array): RtcpPacket | 'unsupported' | null {
  if (count === 0) return 'unsupported'
  if (body.length < 4) return null
  const view = toDataView(body)
  let at = 4
  while (at + 1 < body.length && view.getUint8(at) !== 0) {
    const end = at + 2 + view.getUint8(at + 1)
    if (end > body.length) return null
    if (view.getUint8(at) === 1) {
      const cname = Buffer.from(body.subarray(at + 2, end)).toString('utf8')
      return { type: 'source-description', ssrc: view.getUint32(0), cname }
    }
    at = end
  }
  return 'unsupported'
}

/** Serializes a compound packet. The first packet must be a report (section 6.1). */
export function serializeRtcp(packets: readonly RtcpPacket[]): Buffer {
  return Buffer.concat(packets.map(serializePacket))
}

function serializePacket(packet: RtcpPacket): Buffer {
  switch (packet.type) {
    case 'sender-report': {
      const { ssrc, ntpSeconds, ntpFraction, rtpTimestamp, packetCount, octetCount, reports } = packet
      const words = [
        ssrc,
        ntpSeconds,
        ntpFraction,
        rtpTimestamp,
        packetCount,
        octetCount,
        ...reports.flatMap(reportWords),
      ]
      return withHeader(senderReport, reports.length, writeWords(words))
    }
    case 'receiver-report':
      return withHeader(
        receiverReport,
        packet.reports.length,
        writeWords([packet.ssrc, ...packet.reports.flatMap(reportWords)]),
      )
    case 'source-description': {
      const cname = Buffer.from(packet.cname, 'utf8').subarray(0, 255)
      const chunk = Buffer.alloc(4 * Math.ceil((4 + 2 + cname.length + 1) / 4))
      chunk.writeUInt32BE(packet.ssrc, 0)
      chunk[4] = 1
      chunk[5] = cname.length
      chunk.set(cname, 6)
      return withHeader(sourceDescription, 1, chunk)
    }
    case 'goodbye':
      return withHeader(goodbye, packet.ssrcs.length, writeWords(packet.ssrcs))
  }
}

function reportWords(report: ReportBlock): readonly number[] {
  const fraction = Math.min(255, Math.max(0, Math.round(report.fractionLost * 256)))
  const lost = Math.min(0x7fffff, Math.max(-0x800000, report.cumulativeLost)) & 0xffffff
  return [
    report.ssrc,
    fraction * 0x1000000 + lost,
    report.highestSequenceNumber,
    report.jitter,
    report.lastSenderReport,
    report.delaySinceLastSenderReport,
  ]
}

function writeWords(words: readonly number[]): Buffer {
  const body = Buffer.allocUnsafe(4 * words.length)
  words.forEach((word, i) => {
    body.writeUInt32BE(word >>> 0, 4 * i)
  })
  return body
}

function withHeader(type: number, count: number, body: Buffer): Buffer {
  const header = Buffer.of(0x80 | count, type, 0, 0)
  header.writeUInt16BE(body.length / 4, 2)
  return Buffer.concat([header, body])
}

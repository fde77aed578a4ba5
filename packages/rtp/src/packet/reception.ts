import type { ReportBlock } from './rtcp-packet.ts'
import type { RtpPacket } from './rtp-packet.ts'

/** Reception statistics of one source (RFC 3550, section 6.4.1 and appendix A). */
export interface Reception {
  /** Records a packet received at `nowMs` of any monotonic clock. */
  recordPacket(packet: RtpPacket, rtpClockRate: number, nowMs: number): void
  recordSenderReport(ntpSeconds: number, ntpFraction: number, nowMs: number): void
  /** Returns the block for the next report and starts the next interval. Null before the first packet. */
  takeReport(nowMs: number): ReportBlock | null
  readonly packets: number
  /** Never negative: duplicates do not offset losses. */
  readonly lost: number
  readonly jitterMs: number
}

/** A larger jump of the sequence number is a restarted source, not a loss. */
const maxSequenceGap = 3_000

export function createReception(): Reception {
  let ssrc: number | null = null
  let firstSequence = 0
  let highest = 0
  let packets = 0
  let lostFromPreviousSources = 0
  let jitter = 0
  let clockRate = 8000
  let lastTransit: number | null = null
  let lastSenderReport = 0
  let lastSenderReportMs = 0
  let reported = { expected: 0, packets: 0 }
  let packetsOfSource = 0

  const expected = () => (ssrc === null ? 0 : highest - firstSequence + 1)
  const begin = (packet: RtpPacket) => {
    if (ssrc !== null) lostFromPreviousSources += Math.max(0, expected() - packetsOfSource)
    ssrc = packet.ssrc
    firstSequence = packet.sequenceNumber
    highest = packet.sequenceNumber
    packetsOfSource = 0
    lastTransit = null
    reported = { expected: 0, packets: 0 }
  }
  const follow = (sequenceNumber: number) => {
    const step = ((sequenceNumber - highest) << 16) >> 16
    if (Math.abs(step) > maxSequenceGap) return false
    highest = Math.max(highest, highest + step)
    return true
  }
  const followTransit = (packet: RtpPacket, nowMs: number) => {
    const transit = (nowMs * clockRate) / 1000 - packet.timestamp
    if (lastTransit !== null) {
      // A timestamp wrap appears as a difference of 2^32.
      const difference = Math.abs(transit - lastTransit)
      if (difference < clockRate * 10) jitter += (difference - jitter) / 16
    }
    lastTransit = transit
  }

  return {
    recordPacket(packet, rtpClockRate, nowMs) {
      if (rtpClockRate !== clockRate) {
        clockRate = rtpClockRate
        jitter = 0
        lastTransit = null
      }
      if (packet.ssrc !== ssrc || !follow(packet.sequenceNumber)) begin(packet)
      packets++
      packetsOfSource++
      followTransit(packet, nowMs)
    },
    recordSenderReport(ntpSeconds, ntpFraction, nowMs) {
      lastSenderReport = ((ntpSeconds & 0xffff) * 0x10000 + (ntpFraction >>> 16)) >>> 0
      lastSenderReportMs = nowMs
    },
    takeReport(nowMs) {
      if (ssrc === null) return null
      const expectedNow = expected() - reported.expected
      const lostNow = expectedNow - (packetsOfSource - reported.packets)
      reported = { expected: expected(), packets: packetsOfSource }
      return {
        ssrc,
        fractionLost: expectedNow > 0 && lostNow > 0 ? Math.min(255 / 256, lostNow / expectedNow) : 0,
        cumulativeLost: expected() - packetsOfSource,
        highestSequenceNumber: highest >>> 0,
        jitter: Math.round(jitter),
        lastSenderReport,
        delaySinceLastSenderReport:
          lastSenderReport === 0 ? 0 : Math.round(((nowMs - lastSenderReportMs) / 1000) * 65_536),
      }
    },
    get packets() {
      return packets
    },
    get lost() {
      return lostFromPreviousSources + Math.max(0, expected() - packetsOfSource)
    },
    get jitterMs() {
      return (jitter / clockRate) * 1000
    },
  }
}

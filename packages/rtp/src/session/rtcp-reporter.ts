import { performance } from 'node:perf_hooks'
import { createReception } from '../packet/reception.ts'
import type { RtcpPacket } from '../packet/rtcp-packet.ts'
import type { RtpPacket } from '../packet/rtp-packet.ts'

/** Statistics of one stream since its start. Times in milliseconds, ratios 0 to 1. */
export interface StreamQuality {
  readonly packetsSent: number
  readonly packetsReceived: number
  readonly packetsLost: number
  readonly jitterMs: number
  /** From RTCP reports of the peer; null before the first. */
  readonly remoteLossRatio: number | null
  readonly remoteJitterMs: number | null
  readonly rttMs: number | null
}

/** RTCP of one stream: composes outgoing reports and processes incoming ones (RFC 3550, section 6). */
export interface RtcpReporter {
  recordSent(packet: RtpPacket, rtpClockRate: number): void
  recordReceived(packet: RtpPacket, rtpClockRate: number): void
  processReports(packets: readonly RtcpPacket[]): void
  /** Returns a sender report, or a receiver report when nothing was sent since the last one, followed by the CNAME. */
  compose(): readonly RtcpPacket[]
  composeGoodbye(): readonly RtcpPacket[]
  readonly quality: StreamQuality
}

const ntpEpochSeconds = 2_208_988_800

/** Returns epoch milliseconds of a clock that never goes back. */
function steadyEpochMs(): number {
  return performance.timeOrigin + performance.now()
}

export function createRtcpReporter(ssrc: number, cname: string): RtcpReporter {
  const reception = createReception()
  let packetsSent = 0
  let octetsSent = 0
  let packetsSentAtLastReport = 0
  let last: { readonly timestamp: number; readonly atMs: number; readonly clockRate: number } | null = null
  let remote: { readonly lossRatio: number; readonly jitterMs: number } | null = null
  let rttMs: number | null = null

  const processReport = (packet: RtcpPacket, nowMs: number) => {
    if (packet.type === 'sender-report')
      reception.recordSenderReport(packet.ntpSeconds, packet.ntpFraction, nowMs)
    if (packet.type !== 'sender-report' && packet.type !== 'receiver-report') return
    const block = packet.reports.find((report) => report.ssrc === ssrc)
    if (!block || !last) return
    remote = { lossRatio: block.fractionLost, jitterMs: (block.jitter / last.clockRate) * 1000 }
    if (block.lastSenderReport === 0) return
    const { ntpSeconds, ntpFraction } = toNtp(nowMs)
    const now = ((ntpSeconds & 0xffff) * 0x10000 + (ntpFraction >>> 16)) >>> 0
    const roundTrip = (now - block.lastSenderReport - block.delaySinceLastSenderReport) >>> 0
    // A slightly negative round trip, caused by rounding, appears as nearly 2^32.
    rttMs = roundTrip > 0x7fffffff ? 0 : (roundTrip / 65_536) * 1000
  }
  const composeReport = (nowMs: number): RtcpPacket => {
    const block = reception.takeReport(nowMs)
    const reports = block ? [block] : []
    if (!last || packetsSent === packetsSentAtLastReport) return { type: 'receiver-report', ssrc, reports }
    packetsSentAtLastReport = packetsSent
    const rtpTimestamp = (last.timestamp + Math.round(((nowMs - last.atMs) * last.clockRate) / 1000)) >>> 0
    const counts = { packetCount: packetsSent, octetCount: octetsSent }
    return { type: 'sender-report', ssrc, ...toNtp(nowMs), rtpTimestamp, ...counts, reports }
  }
  const compose = (): readonly RtcpPacket[] => [
    composeReport(steadyEpochMs()),
    { type: 'source-description', ssrc, cname },
  ]

  return {
    recordSent(packet, clockRate) {
      packetsSent++
      octetsSent += packet.payload.length
      last = { timestamp: packet.timestamp, atMs: steadyEpochMs(), clockRate }
    },
    recordReceived: (packet, rtpClockRate) => reception.recordPacket(packet, rtpClockRate, steadyEpochMs()),
    processReports(packets) {
      const nowMs = steadyEpochMs()
      for (const packet of packets) processReport(packet, nowMs)
    },
    compose,
    composeGoodbye: () => [...compose(), { type: 'goodbye', ssrcs: [ssrc] }],
    get quality() {
      return {
        packetsSent,
        packetsReceived: reception.packets,
        packetsLost: reception.lost,
        jitterMs: reception.jitterMs,
        remoteLossRatio: remote?.lossRatio ?? null,
        remoteJitterMs: remote?.jitterMs ?? null,
        rttMs,
      }
    },
  }
}

function toNtp(epochMs: number): { readonly ntpSeconds: number; readonly ntpFraction: number } {
  const seconds = Math.floor(epochMs / 1000)
  const ntpFraction = Math.floor(((epochMs - seconds * 1000) / 1000) * 0x1_0000_0000)
  return { ntpSeconds: (seconds + ntpEpochSeconds) >>> 0, ntpFraction }
}

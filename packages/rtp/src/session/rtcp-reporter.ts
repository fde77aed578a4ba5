import { performance } from 'node:perf_hooks'
import { Reception } from '../packet/reception.ts'
import type { RtcpPacket } from '../packet/rtcp-packet.ts'
import type { RtpPacket } from '../packet/rtp-packet.ts'

/** Statistics of one stream since its start. Times in milliseconds, ratios 0 to 1. */
export interface StreamQuality {
  readonly packetsSent: number
  readonly packetsReceived: number
  readonly packetsLost: number
  /** Datagrams of RTCP. */
  readonly reportsReceived: number
  readonly jitterMs: number
  /** From RTCP reports of the peer; null before the first. */
  readonly remoteLossRatio: number | null
  readonly remoteJitterMs: number | null
  readonly rttMs: number | null
}

const ntpEpochSeconds = 2_208_988_800

/** Returns epoch milliseconds of a clock that never goes back. */
function steadyEpochMs(): number {
  return performance.timeOrigin + performance.now()
}

/** RTCP of one stream: composes outgoing reports and processes incoming ones (RFC 3550, section 6). */
export class RtcpReporter {
  readonly #ssrc: number
  readonly #cname: string
  readonly #reception = new Reception()
  #packetsSent = 0
  #octetsSent = 0
  #reportsReceived = 0
  #packetsSentAtLastReport = 0
  #last: { readonly timestamp: number; readonly atMs: number; readonly clockRate: number } | null = null
  #remote: { readonly lossRatio: number; readonly jitterMs: number } | null = null
  #rttMs: number | null = null

  constructor(ssrc: number, cname: string) {
    this.#ssrc = ssrc
    this.#cname = cname
  }

  get quality(): StreamQuality {
    return {
      packetsSent: this.#packetsSent,
      packetsReceived: this.#reception.packets,
      packetsLost: this.#reception.lost,
      reportsReceived: this.#reportsReceived,
      jitterMs: this.#reception.jitterMs,
      remoteLossRatio: this.#remote?.lossRatio ?? null,
      remoteJitterMs: this.#remote?.jitterMs ?? null,
      rttMs: this.#rttMs,
    }
  }

  recordSent(packet: RtpPacket, clockRate: number): void {
    this.#packetsSent++
    this.#octetsSent += packet.payload.length
    this.#last = { timestamp: packet.timestamp, atMs: steadyEpochMs(), clockRate }
  }

  recordReceived(packet: RtpPacket, rtpClockRate: number): void {
    this.#reception.recordPacket(packet, rtpClockRate, steadyEpochMs())
  }

  processReports(packets: readonly RtcpPacket[]): void {
    this.#reportsReceived++
    const nowMs = steadyEpochMs()
    for (const packet of packets) this.#processReport(packet, nowMs)
  }

  /**
   * Returns a sender report, or a receiver report when nothing was sent since the last one, followed by the
   * CNAME.
   */
  compose(): readonly RtcpPacket[] {
    return [
      this.#composeReport(steadyEpochMs()),
      { type: 'source-description', ssrc: this.#ssrc, cname: this.#cname },
    ]
  }

  composeGoodbye(): readonly RtcpPacket[] {
    return [...this.compose(), { type: 'goodbye', ssrcs: [this.#ssrc] }]
  }

  #processReport(packet: RtcpPacket, nowMs: number): void {
    if (packet.type === 'sender-report')
      this.#reception.recordSenderReport(packet.ntpSeconds, packet.ntpFraction, nowMs)
    if (packet.type !== 'sender-report' && packet.type !== 'receiver-report') return
    const block = packet.reports.find((report) => report.ssrc === this.#ssrc)
    if (!block || !this.#last) return
    this.#remote = { lossRatio: block.fractionLost, jitterMs: (block.jitter / this.#last.clockRate) * 1000 }
    if (block.lastSenderReport === 0) return
    const { ntpSeconds, ntpFraction } = toNtp(nowMs)
    const now = ((ntpSeconds & 0xffff) * 0x10000 + (ntpFraction >>> 16)) >>> 0
    const roundTrip = (now - block.lastSenderReport - block.delaySinceLastSenderReport) >>> 0
    // A slightly negative round trip, caused by rounding, appears as nearly 2^32.
    this.#rttMs = roundTrip > 0x7fffffff ? 0 : (roundTrip / 65_536) * 1000
  }

  #composeReport(nowMs: number): RtcpPacket {
    const ssrc = this.#ssrc
    const last = this.#last
    const block = this.#reception.takeReport(nowMs)
    const reports = block ? [block] : []
    if (!last || this.#packetsSent === this.#packetsSentAtLastReport)
      return { type: 'receiver-report', ssrc, reports }
    this.#packetsSentAtLastReport = this.#packetsSent
    const rtpTimestamp = (last.timestamp + Math.round(((nowMs - last.atMs) * last.clockRate) / 1000)) >>> 0
    const counts = { packetCount: this.#packetsSent, octetCount: this.#octetsSent }
    return { type: 'sender-report', ssrc, ...toNtp(nowMs), rtpTimestamp, ...counts, reports }
  }
}

function toNtp(epochMs: number): { readonly ntpSeconds: number; readonly ntpFraction: number } {
  const seconds = Math.floor(epochMs / 1000)
  const ntpFraction = Math.floor(((epochMs - seconds * 1000) / 1000) * 0x1_0000_0000)
  return { ntpSeconds: (seconds + ntpEpochSeconds) >>> 0, ntpFraction }
}

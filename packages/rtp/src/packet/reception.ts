import type { ReportBlock } from './rtcp-packet.ts'
import type { RtpPacket } from './rtp-packet.ts'

/** A larger jump of the sequence number is a restarted source, not a loss. */
const maxSequenceGap = 3_000

/** Reception statistics of one source (RFC 3550, section 6.4.1 and appendix A). */
export class Reception {
  #ssrc: number | null = null
  #firstSequence = 0
  #highest = 0
  #packets = 0
  #packetsOfSource = 0
  #lostFromPreviousSources = 0
  #jitter = 0
  #clockRate = 8000
  #lastTransit: number | null = null
  #lastSenderReport = 0
  #lastSenderReportMs = 0
  #reported = { expected: 0, packets: 0 }

  get packets(): number {
    return this.#packets
  }

  /** Never negative: duplicates do not offset losses. */
  get lost(): number {
    return this.#lostFromPreviousSources + Math.max(0, this.#expected - this.#packetsOfSource)
  }

  get jitterMs(): number {
    return (this.#jitter / this.#clockRate) * 1000
  }

  /** Records a packet received at `nowMs` of any monotonic clock. */
  recordPacket(packet: RtpPacket, rtpClockRate: number, nowMs: number): void {
    if (rtpClockRate !== this.#clockRate) {
      this.#clockRate = rtpClockRate
      this.#jitter = 0
      this.#lastTransit = null
    }
    if (packet.ssrc !== this.#ssrc || !this.#follow(packet.sequenceNumber)) this.#begin(packet)
    this.#packets++
    this.#packetsOfSource++
    this.#followTransit(packet, nowMs)
  }

  recordSenderReport(ntpSeconds: number, ntpFraction: number, nowMs: number): void {
    this.#lastSenderReport = ((ntpSeconds & 0xffff) * 0x10000 + (ntpFraction >>> 16)) >>> 0
    this.#lastSenderReportMs = nowMs
  }

  /** Returns the block for the next report and starts the next interval. Null before the first packet. */
  takeReport(nowMs: number): ReportBlock | null {
    if (this.#ssrc === null) return null
    const expected = this.#expected
    const expectedNow = expected - this.#reported.expected
    const lostInInterval = expectedNow - (this.#packetsOfSource - this.#reported.packets)
    this.#reported = { expected, packets: this.#packetsOfSource }
    const delaySeconds = (nowMs - this.#lastSenderReportMs) / 1000
    return {
      ssrc: this.#ssrc,
      fractionLost:
        expectedNow > 0 && lostInInterval > 0 ? Math.min(255 / 256, lostInInterval / expectedNow) : 0,
      cumulativeLost: expected - this.#packetsOfSource,
      highestSequenceNumber: this.#highest >>> 0,
      jitter: Math.round(this.#jitter),
      lastSenderReport: this.#lastSenderReport,
      delaySinceLastSenderReport: this.#lastSenderReport === 0 ? 0 : Math.round(delaySeconds * 65_536),
    }
  }

  get #expected(): number {
    return this.#ssrc === null ? 0 : this.#highest - this.#firstSequence + 1
  }

  #begin(packet: RtpPacket): void {
    if (this.#ssrc !== null)
      this.#lostFromPreviousSources += Math.max(0, this.#expected - this.#packetsOfSource)
    this.#ssrc = packet.ssrc
    this.#firstSequence = packet.sequenceNumber
    this.#highest = packet.sequenceNumber
    this.#packetsOfSource = 0
    this.#lastTransit = null
    this.#reported = { expected: 0, packets: 0 }
  }

  #follow(sequenceNumber: number): boolean {
    const step = ((sequenceNumber - this.#highest) << 16) >> 16
    if (Math.abs(step) > maxSequenceGap) return false
    this.#highest = Math.max(this.#highest, this.#highest + step)
    return true
  }

  #followTransit(packet: RtpPacket, nowMs: number): void {
    const transit = (nowMs * this.#clockRate) / 1000 - packet.timestamp
    if (this.#lastTransit !== null) {
      // A timestamp wrap appears as a difference of 2^32.
      const difference = Math.abs(transit - this.#lastTransit)
      if (difference < this.#clockRate * 10) this.#jitter += (difference - this.#jitter) / 16
    }
    this.#lastTransit = transit
  }
}

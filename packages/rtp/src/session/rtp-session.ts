import type { RemoteInfo } from 'node:dgram'
import { canonicalIp } from '@parley/primitives/node'
import { isRtcp, parseRtcp, type RtcpPacket, serializeRtcp } from '../packet/rtcp-packet.ts'
import { parseRtp, type RtpPacket, serializeRtp } from '../packet/rtp-packet.ts'
import type { SrtpKey } from '../packet/sdes.ts'
import { createSrtpReceiver, createSrtpSender, type SrtpReceiver, type SrtpSender } from '../packet/srtp.ts'
import { SrtpStates } from '../packet/srtp-states.ts'
import { DatagramLimit } from './datagram-limit.ts'
import { RtcpReporter, type StreamQuality } from './rtcp-reporter.ts'
import { type SignalledPeer, SymmetricTarget } from './symmetric-target.ts'
import { bindPortPair, type UdpPortPair } from './udp-ports.ts'
import { UnansweredLimit } from './unanswered-limit.ts'

export interface RtpSessionOptions {
  /** Local address to bind. */
  readonly address: string
  /** Inclusive port range; any port when omitted. */
  readonly ports?: { readonly min: number; readonly max: number }
  readonly ssrc: number
  readonly cname: string
  /**
   * Returns the RTP clock rate of a payload type; null when it was not negotiated and the packet is dropped.
   */
  readonly getClockRate: (payloadType: number) => number | null
  readonly onPacket: (packet: RtpPacket) => void
  /** Returns whether to send a packet. Tests simulate packet loss with it. */
  readonly sendFilter?: () => boolean
}

export interface RtpPeer extends SignalledPeer {
  readonly srtp: { readonly local: SrtpKey; readonly remote: SrtpKey } | null
  /** The IP address with which the peer signals. As `remote`, it may receive audio without ever sending any. */
  readonly signallingAddress?: string | null
}

/** RFC 3550, section 6.2: five seconds on average, randomized between half and one and a half times that. */
const reportIntervalMs = 5_000
const firstReportMs = 1_000
const rtpHeaderBytes = 12

interface Security {
  readonly sender: SrtpSender
  readonly receiver: SrtpReceiver
}

/**
 * One bidirectional RTP stream on one UDP port, with RTCP. {@link SymmetricTarget} decides with whom packets
 * are exchanged.
 */
export class RtpSession implements AsyncDisposable {
  readonly address: string
  readonly port: number
  readonly rtcpPort: number
  readonly #options: RtpSessionOptions
  readonly #sockets: UdpPortPair
  readonly #reporter: RtcpReporter
  #peer: RtpPeer | null = null
  #security: Security | null = null
  readonly #senders = new SrtpStates(createSrtpSender)
  readonly #receivers = new SrtpStates(createSrtpReceiver)
  readonly #target = new SymmetricTarget()
  readonly #limit = new UnansweredLimit()
  readonly #received = new DatagramLimit()
  #lastReceivedAtMs: number | null = null
  #reportTimer: NodeJS.Timeout | null = null
  #isClosed = false

  private constructor(options: RtpSessionOptions, sockets: UdpPortPair) {
    this.#options = options
    this.#sockets = sockets
    this.#reporter = new RtcpReporter(options.ssrc, options.cname)
    this.address = options.address
    this.port = sockets.rtp.address().port
    this.rtcpPort = this.port + 1
    sockets.rtp.on('message', (datagram, from) => {
      if (isRtcp(datagram)) this.#receiveRtcp(datagram, from)
      else this.#receiveRtp(datagram, from)
    })
    sockets.rtcp.on('message', (datagram, from) => {
      if (isRtcp(datagram)) this.#receiveRtcp(datagram, from)
    })
  }

  /** Binds the ports. */
  static async open(options: RtpSessionOptions): Promise<RtpSession> {
    return new RtpSession(options, await bindPortPair(options.address, options.ports ?? { min: 0, max: 0 }))
  }

  /** On the clock of `performance.now()`; null before the first packet. */
  get lastReceivedAtMs(): number | null {
    return this.#lastReceivedAtMs
  }

  get quality(): StreamQuality {
    return this.#reporter.quality
  }

  /** May be called again after a renegotiation. */
  connect(next: RtpPeer): void {
    this.#target.connect(next)
    const { remote, signallingAddress } = next
    const isKnown = signallingAddress && canonicalIp(signallingAddress) === canonicalIp(remote.address)
    this.#limit.trust(isKnown ? remote.address : null)
    this.#security = next.srtp && {
      sender: this.#senders.use(next.srtp.local),
      receiver: this.#receivers.use(next.srtp.remote),
    }
    this.#peer = next
    if (!this.#reportTimer) this.#scheduleReport(firstReportMs)
  }

  send(packet: RtpPacket): void {
    const target = this.#target.rtp
    if (!target || this.#isClosed) return
    if (!this.#limit.take(target.address, packet.payload.length + rtpHeaderBytes, performance.now())) return
    this.#reporter.recordSent(packet, this.#options.getClockRate(packet.payloadType) ?? 8000)
    const plain = serializeRtp(packet)
    const datagram = this.#security ? this.#security.sender.protectRtp(plain) : plain
    if (this.#options.sendFilter?.() === false) return
    this.#sockets.rtp.send(datagram, target.port, target.address)
  }

  /** Sends an RTCP BYE and releases the ports. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#sendRtcp(this.#reporter.composeGoodbye())
    this.#isClosed = true
    if (this.#reportTimer) clearTimeout(this.#reportTimer)
    const { rtp, rtcp } = this.#sockets
    await Promise.all([rtp, rtcp].map((socket) => new Promise<void>((resolve) => socket.close(resolve))))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #scheduleReport(meanMs: number): void {
    const timer = setTimeout(
      () => {
        this.#sendRtcp(this.#reporter.compose())
        this.#scheduleReport(reportIntervalMs)
      },
      meanMs * (0.5 + Math.random()),
    )
    timer.unref()
    this.#reportTimer = timer
  }

  #sendRtcp(packets: readonly RtcpPacket[]): void {
    const target = this.#target.rtcp
    if (!target || !this.#peer || this.#isClosed) return
    const plain = serializeRtcp(packets)
    const datagram = this.#security ? this.#security.sender.protectRtcp(plain) : plain
    const socket = this.#peer.rtcpMux ? this.#sockets.rtp : this.#sockets.rtcp
    socket.send(datagram, target.port, target.address, () => {})
  }

  #receiveRtcp(datagram: Buffer, from: RemoteInfo): void {
    if (!this.#target.acceptsReportsFrom(from.address)) return
    const plain = this.#security ? this.#security.receiver.unprotectRtcp(datagram) : datagram
    if (!plain || !this.#isWithinLimit('rtcp')) return
    const packets = parseRtcp(plain)
    if (!packets) return
    this.#recordAnswer(datagram, from)
    this.#reporter.processReports(packets)
  }

  /** Counts a packet, after its authentication with SRTP: packets of strangers do not count as packets of the peer. */
  #isWithinLimit(kind: 'rtp' | 'rtcp'): boolean {
    return this.#received.take(kind, performance.now()) === 'accepted'
  }

  /** Other addresses of the peer answer for themselves only. */
  #recordAnswer(datagram: Buffer, { address }: RemoteInfo): void {
    if (address === this.#target.rtp?.address) this.#limit.recordAnswer(address, datagram.length)
  }

  #receiveRtp(datagram: Buffer, from: RemoteInfo): void {
    if (!this.#target.accepts(from)) return
    const plain = this.#security ? this.#security.receiver.unprotectRtp(datagram) : datagram
    if (!plain || !this.#isWithinLimit('rtp')) return
    const packet = parseRtp(plain)
    if (packet) this.#recordAnswer(datagram, from)
    const clockRate = packet && this.#options.getClockRate(packet.payloadType)
    if (!packet || clockRate === null) return
    this.#target.learn(from)
    this.#lastReceivedAtMs = performance.now()
    this.#reporter.recordReceived(packet, clockRate)
    this.#options.onPacket(packet)
  }
}

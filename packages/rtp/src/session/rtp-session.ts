import type { RemoteInfo } from 'node:dgram'
import { createIpRanges, unmapIpv4 } from '@parley/primitives/node'
import { isRtcp, parseRtcp, type RtcpPacket, serializeRtcp } from '../packet/rtcp-packet.ts'
import { parseRtp, type RtpPacket, serializeRtp } from '../packet/rtp-packet.ts'
import type { SrtpKey } from '../packet/sdes.ts'
import { createSrtpReceiver, createSrtpSender, type SrtpReceiver, type SrtpSender } from '../packet/srtp.ts'
import { RtcpReporter, type StreamQuality } from './rtcp-reporter.ts'
import { bindPortPair, type UdpPortPair } from './udp-ports.ts'

export interface RtpAddress {
  readonly address: string
  readonly port: number
  /** Destination of RTCP when it does not share the RTP port; `port` + 1 when omitted. */
  readonly rtcpPort?: number
}

export interface RtpSessionOptions {
  /** Local address to bind. */
  readonly address: string
  /** Inclusive port range; any port when omitted. */
  readonly ports?: { readonly min: number; readonly max: number }
  readonly ssrc: number
  readonly cname: string
  /** Returns the RTP clock rate of a payload type; null when it was not negotiated and the packet is dropped. */
  readonly getClockRate: (payloadType: number) => number | null
  readonly onPacket: (packet: RtpPacket) => void
  /** Returns whether to send a packet. Tests simulate packet loss with it. */
  readonly sendFilter?: () => boolean
}

export interface RtpPeer {
  readonly remote: RtpAddress
  /** IP addresses from which packets are accepted besides that of `remote`. */
  readonly sources?: readonly string[]
  readonly rtcpMux: boolean
  readonly srtp: { readonly local: SrtpKey; readonly remote: SrtpKey } | null
}

/** RFC 3550, section 6.2: five seconds on average, randomized between half and one and a half times that. */
const reportIntervalMs = 5_000
const firstReportMs = 1_000

interface Security {
  readonly sender: SrtpSender
  readonly receiver: SrtpReceiver
}

/**
 * One bidirectional RTP stream on one UDP port, with RTCP.
 *
 * Sends to the signalled address until the first packet arrives, then to the source of that packet (symmetric RTP, RFC
 * 4961): behind a NAT the signalled port may be wrong, and the signalled address unreachable. Packets are accepted only
 * from the signalled address and from `sources`, and after the first one only from its address and port, so that a third
 * party can neither inject audio nor redirect the stream. The next `connect` allows another source.
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
  #rtpTarget: RtpAddress | null = null
  #rtcpTarget: RtpAddress | null = null
  #hasLearned = false
  /** The last signalled address that was specified. */
  #signalledAddress: string | null = null
  #sources = createIpRanges([])
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
    const peer = this.#peer
    const { address, port, rtcpPort } = next.remote
    if (!isUnspecifiedAddress(address)) this.#signalledAddress = address
    const signalled = this.#signalledAddress === null ? [] : [this.#signalledAddress]
    this.#sources = createIpRanges([...signalled, ...(next.sources ?? [])].map(unmapIpv4))
    this.#hasLearned = false
    const isSameRemote = peer?.remote.address === address && peer.remote.port === port
    if (!isSameRemote || peer?.rtcpMux !== next.rtcpMux) {
      const reportsPort = next.rtcpMux ? port : (rtcpPort ?? port + 1)
      this.#rtpTarget = isUnspecifiedAddress(address) ? null : next.remote
      this.#rtcpTarget = isUnspecifiedAddress(address)
        ? null
        : { address, port: Math.min(reportsPort, 65_535) }
    }
    // The same keys must keep their packet indexes: restarting at zero would reuse the key stream.
    if (JSON.stringify(peer?.srtp ?? null) !== JSON.stringify(next.srtp)) {
      const { srtp } = next
      this.#security = srtp && {
        sender: createSrtpSender(srtp.local),
        receiver: createSrtpReceiver(srtp.remote),
      }
    }
    this.#peer = next
    if (!this.#reportTimer) this.#scheduleReport(firstReportMs)
  }

  send(packet: RtpPacket): void {
    if (!this.#rtpTarget || this.#isClosed) return
    this.#reporter.recordSent(packet, this.#options.getClockRate(packet.payloadType) ?? 8000)
    const plain = serializeRtp(packet)
    const datagram = this.#security ? this.#security.sender.protectRtp(plain) : plain
    if (this.#options.sendFilter?.() === false) return
    this.#sockets.rtp.send(datagram, this.#rtpTarget.port, this.#rtpTarget.address)
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
    const target = this.#rtcpTarget
    if (!target || !this.#peer || this.#isClosed) return
    const plain = serializeRtcp(packets)
    const datagram = this.#security ? this.#security.sender.protectRtcp(plain) : plain
    const socket = this.#peer.rtcpMux ? this.#sockets.rtp : this.#sockets.rtcp
    socket.send(datagram, target.port, target.address, () => {})
  }

  #receiveRtcp(datagram: Buffer, from: RemoteInfo): void {
    if (!this.#peer || !this.#sources.has(from.address)) return
    const plain = this.#security ? this.#security.receiver.unprotectRtcp(datagram) : datagram
    const packets = plain && parseRtcp(plain)
    if (packets) this.#reporter.processReports(packets)
  }

  #receiveRtp(datagram: Buffer, from: RemoteInfo): void {
    if (!this.#accepts(from)) return
    const plain = this.#security ? this.#security.receiver.unprotectRtp(datagram) : datagram
    const packet = plain && parseRtp(plain)
    const clockRate = packet && this.#options.getClockRate(packet.payloadType)
    if (!packet || clockRate === null) return
    if (!this.#hasLearned) this.#learn(from)
    this.#lastReceivedAtMs = performance.now()
    this.#reporter.recordReceived(packet, clockRate)
    this.#options.onPacket(packet)
  }

  /** Returns whether a packet may come from this address: the learned one, before that any address of the peer. */
  #accepts({ address, port }: RemoteInfo): boolean {
    const target = this.#rtpTarget
    if (this.#hasLearned) return target?.address === address && target.port === port
    return this.#sources.has(address)
  }

  /** Sends to the source of a packet from now on (symmetric RTP), and accepts packets from there only. */
  #learn({ address, port }: RemoteInfo): void {
    this.#hasLearned = true
    if (this.#rtpTarget?.address === address && this.#rtpTarget.port === port) return
    const learned = { address, port }
    this.#rtpTarget = learned
    this.#rtcpTarget = this.#peer?.rtcpMux
      ? learned
      : { address, port: this.#rtcpTarget?.port ?? Math.min(port + 1, 65_535) }
  }
}

/** Operating systems route the unspecified address to the local machine; in SDP it means no address. */
function isUnspecifiedAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}

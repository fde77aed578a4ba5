import type { RemoteInfo } from 'node:dgram'
import { isRtcp, parseRtcp, type RtcpPacket, serializeRtcp } from '../packet/rtcp-packet.ts'
import { parseRtp, type RtpPacket, serializeRtp } from '../packet/rtp-packet.ts'
import type { SrtpKey } from '../packet/sdes.ts'
import { createSrtpReceiver, createSrtpSender, type SrtpReceiver, type SrtpSender } from '../packet/srtp.ts'
import { createRtcpReporter, type StreamQuality } from './rtcp-reporter.ts'
import { bindPortPair } from './udp-ports.ts'

export interface RtpAddress {
  readonly address: string
  readonly port: number
  /** Destination of RTCP when it does not share the RTP port; `port` + 1 when omitted. */
  readonly rtcpPort?: number
}

export interface RtpSessionOptions {
  /** Local address to bind. */
  readonly address: string
  /** Port range, both ends included; any port when omitted. */
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
  readonly rtcpMux: boolean
  readonly srtp: { readonly local: SrtpKey; readonly remote: SrtpKey } | null
}

/**
 * One bidirectional RTP stream on one UDP port, with RTCP.
 *
 * Sends to the signalled address until the first packet arrives, then to the source address of that packet (symmetric
 * RTP, RFC 4961): behind a NAT the signalled address may be wrong. Without SRTP the address is learned once per
 * `connect`, and again only after two seconds of silence, so that a third party cannot redirect the stream.
 */
export interface RtpSession extends AsyncDisposable {
  readonly address: string
  readonly port: number
  readonly rtcpPort: number
  /** May be called again after a renegotiation. */
  connect(peer: RtpPeer): void
  send(packet: RtpPacket): void
  /** On the clock of `performance.now()`; null before the first packet. */
  readonly lastReceivedAtMs: number | null
  readonly quality: StreamQuality
  /** Sends an RTCP BYE and releases the ports. */
  close(): Promise<void>
}

const relearnAfterMs = 2_000
/** RFC 3550, section 6.2: five seconds, randomized by half. */
const reportIntervalMs = 5_000
const firstReportMs = 1_000

interface Security {
  readonly sender: SrtpSender
  readonly receiver: SrtpReceiver
}

export async function openRtpSession(options: RtpSessionOptions): Promise<RtpSession> {
  const sockets = await bindPortPair(options.address, options.ports ?? { min: 0, max: 0 })
  const { port } = sockets.rtp.address()
  const reporting = createRtcpReporter(options.ssrc, options.cname)
  let peer: RtpPeer | null = null
  let security: Security | null = null
  let rtpTarget: RtpAddress | null = null
  let rtcpTarget: RtpAddress | null = null
  let hasLearned = false
  let lastReceivedAtMs: number | null = null
  let reportTimer: NodeJS.Timeout | null = null
  let isClosed = false

  const transmitRtcp = (packets: readonly RtcpPacket[]) => {
    if (!rtcpTarget || !peer || isClosed) return
    const plain = serializeRtcp(packets)
    const socket = peer.rtcpMux ? sockets.rtp : sockets.rtcp
    socket.send(
      security ? security.sender.protectRtcp(plain) : plain,
      rtcpTarget.port,
      rtcpTarget.address,
      () => {},
    )
  }
  const report = () => {
    transmitRtcp(reporting.compose())
    reportTimer = setTimeout(report, reportIntervalMs * (0.5 + Math.random()))
    reportTimer.unref()
  }
  /** Returns whether to accept a packet from this address; the first one sets the destination (symmetric RTP). */
  const accepts = (from: RemoteInfo): boolean => {
    if (!peer) return false
    if (rtpTarget?.address === from.address && rtpTarget.port === from.port) {
      hasLearned = true
      return true
    }
    const isSilent = lastReceivedAtMs === null || performance.now() - lastReceivedAtMs > relearnAfterMs
    if (hasLearned && !isSilent && !security) return false
    hasLearned = true
    rtpTarget = { address: from.address, port: from.port }
    if (peer.rtcpMux) rtcpTarget = rtpTarget
    else rtcpTarget = { address: from.address, port: rtcpTarget?.port ?? from.port + 1 }
    return true
  }
  const receiveRtcp = (datagram: Buffer) => {
    const plain = security ? security.receiver.unprotectRtcp(datagram) : datagram
    const packets = plain && parseRtcp(plain)
    if (packets) reporting.processReports(packets)
  }
  const receive = (datagram: Buffer, from: RemoteInfo) => {
    if (isRtcp(datagram)) {
      if (peer) receiveRtcp(datagram)
      return
    }
    const plain = security ? security.receiver.unprotectRtp(datagram) : datagram
    const packet = plain && parseRtp(plain)
    const clockRate = packet && options.getClockRate(packet.payloadType)
    if (!packet || clockRate === null || !accepts(from)) return
    lastReceivedAtMs = performance.now()
    reporting.recordReceived(packet, clockRate)
    options.onPacket(packet)
  }
  sockets.rtp.on('message', receive)
  sockets.rtcp.on('message', (datagram) => {
    if (isRtcp(datagram) && peer) receiveRtcp(datagram)
  })

  const close = async () => {
    if (isClosed) return
    transmitRtcp(reporting.composeGoodbye())
    isClosed = true
    if (reportTimer) clearTimeout(reportTimer)
    await Promise.all(
      [sockets.rtp, sockets.rtcp].map((socket) => new Promise<void>((resolve) => socket.close(resolve))),
    )
  }

  return {
    address: options.address,
    port,
    rtcpPort: port + 1,
    connect(next) {
      const isSameRemote =
        peer?.remote.address === next.remote.address && peer.remote.port === next.remote.port
      if (!isSameRemote || peer?.rtcpMux !== next.rtcpMux) {
        hasLearned = false
        const { address, port, rtcpPort } = next.remote
        const reportsPort = next.rtcpMux ? port : (rtcpPort ?? port + 1)
        rtpTarget = isUnspecifiedAddress(address) ? null : next.remote
        rtcpTarget = isUnspecifiedAddress(address) ? null : { address, port: Math.min(reportsPort, 65_535) }
      }
      // The same keys must keep their packet indexes: restarting at zero would reuse the key stream.
      if (JSON.stringify(peer?.srtp ?? null) !== JSON.stringify(next.srtp)) {
        const { srtp } = next
        security = srtp && { sender: createSrtpSender(srtp.local), receiver: createSrtpReceiver(srtp.remote) }
      }
      peer = next
      if (!reportTimer) {
        reportTimer = setTimeout(report, firstReportMs * (0.5 + Math.random()))
        reportTimer.unref()
      }
    },
    send(packet) {
      if (!rtpTarget || isClosed) return
      reporting.recordSent(packet, options.getClockRate(packet.payloadType) ?? 8000)
      const plain = serializeRtp(packet)
      const datagram = security ? security.sender.protectRtp(plain) : plain
      if (options.sendFilter?.() === false) return
      sockets.rtp.send(datagram, rtpTarget.port, rtpTarget.address)
    },
    get lastReceivedAtMs() {
      return lastReceivedAtMs
    },
    get quality() {
      return reporting.quality
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Operating systems route the unspecified address to the local machine; in SDP it means no address. */
function isUnspecifiedAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}

import type { RemoteInfo } from 'node:dgram'
import { isRtcp, parseRtcp, type RtcpPacket, serialiseRtcp } from '../packet/rtcp-packet.ts'
import { parseRtp, type RtpPacket, serialiseRtp } from '../packet/rtp-packet.ts'
import type { SrtpKey } from '../packet/sdes.ts'
import { createSrtpReceiver, createSrtpSender, type SrtpReceiver, type SrtpSender } from '../packet/srtp.ts'
import { createReporting, type StreamQuality } from './reporting.ts'
import { bindPortPair } from './udp-ports.ts'

export interface RtpAddress {
  readonly address: string
  readonly port: number
  /** Where RTCP goes when it does not share the port. The port above `port` when it is left out. */
  readonly rtcpPort?: number
}

export interface RtpSessionOptions {
  /** An address of this machine. */
  readonly address: string
  /** The ports it may take, both ends included. Any when it is left out. */
  readonly ports?: { readonly min: number; readonly max: number }
  readonly ssrc: number
  readonly cname: string
  /** The RTP clock of a payload type; null when it was not agreed on, and the packet is not wanted. */
  readonly clockRateOf: (payloadType: number) => number | null
  readonly onPacket: (packet: RtpPacket) => void
  /** Tells for each packet whether it goes on the wire. A network that loses packets is made of this. */
  readonly mayLeave?: () => boolean
}

export interface RtpPeer {
  readonly remote: RtpAddress
  readonly rtcpMux: boolean
  readonly srtp: { readonly local: SrtpKey; readonly remote: SrtpKey } | null
}

/**
 * One RTP stream each way on one UDP port, with its RTCP.
 *
 * It sends where signalling says until something comes: then it answers to where that came from (symmetric RTP, RFC 4961),
 * since signalling behind a NAT does not know. Without SRTP the address is learnt once for each `connect`, and
 * again only after two seconds of silence, so that a stranger cannot pull a call over.
 */
export interface RtpSession extends AsyncDisposable {
  readonly address: string
  readonly port: number
  readonly rtcpPort: number
  /** May be called again: signalling moves sessions. */
  connect(peer: RtpPeer): void
  send(packet: RtpPacket): void
  /** On the clock of `performance.now()`; null when nothing has come yet. */
  readonly lastReceivedAtMs: number | null
  readonly quality: StreamQuality
  /** Says goodbye and frees the ports. */
  close(): Promise<void>
}

const relearnAfterMs = 2_000
/** RFC 3550, section 6.2: five seconds, spread by half. */
const reportIntervalMs = 5_000
const firstReportMs = 1_000

interface Security {
  readonly sender: SrtpSender
  readonly receiver: SrtpReceiver
}

export async function openRtpSession(options: RtpSessionOptions): Promise<RtpSession> {
  const sockets = await bindPortPair(options.address, options.ports ?? { min: 0, max: 0 })
  const { port } = sockets.rtp.address()
  const reporting = createReporting(options.ssrc, options.cname)
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
    const plain = serialiseRtcp(packets)
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
  /** Whether a packet from there is of this session; where it is the first, that is where answers go. */
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
    const plain = security ? security.receiver.openRtcp(datagram) : datagram
    const packets = plain && parseRtcp(plain)
    if (packets) reporting.reported(packets)
  }
  const receive = (datagram: Buffer, from: RemoteInfo) => {
    if (isRtcp(datagram)) {
      if (peer) receiveRtcp(datagram)
      return
    }
    const plain = security ? security.receiver.openRtp(datagram) : datagram
    const packet = plain && parseRtp(plain)
    const clockRate = packet && options.clockRateOf(packet.payloadType)
    if (!packet || clockRate === null || !accepts(from)) return
    lastReceivedAtMs = performance.now()
    reporting.received(packet, clockRate)
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
        rtpTarget = isNowhere(address) ? null : next.remote
        rtcpTarget = isNowhere(address) ? null : { address, port: Math.min(reportsPort, 65_535) }
      }
      // The same keys go on counting: beginning anew would use the key stream twice.
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
      reporting.sent(packet, options.clockRateOf(packet.payloadType) ?? 8000)
      const plain = serialiseRtp(packet)
      const datagram = security ? security.sender.protectRtp(plain) : plain
      if (options.mayLeave?.() === false) return
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

/** An operating system takes the address of zeros for this machine; in a session description it is no address at all. */
function isNowhere(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}

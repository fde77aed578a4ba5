import { canonicalIp, createIpRanges } from '@parley/primitives/node'

export interface RtpAddress {
  readonly address: string
  readonly port: number
  /** Destination of RTCP when it does not share the RTP port; `port` + 1 when omitted. */
  readonly rtcpPort?: number
}

export interface SignalledPeer {
  readonly remote: RtpAddress
  /** IP addresses from which packets are accepted besides that of `remote`. */
  readonly sources?: readonly string[]
  readonly rtcpMux: boolean
}

/**
 * Where the packets of one stream are sent to, and from where they are accepted (symmetric RTP, RFC 4961).
 *
 * Packets are sent to the signalled address until the first one arrives, then to its source: behind a NAT the
 * signalled port may be wrong, and the signalled address unreachable. They are accepted only from the
 * signalled address and from `sources`, and after the first one only from its address and port, so that a
 * third party can neither inject audio nor redirect the stream. The signalled address and port themselves
 * always win: a forged packet that arrives first does not discard the audio of the peer.
 */
export class SymmetricTarget {
  #peer: SignalledPeer | null = null
  #rtp: RtpAddress | null = null
  #rtcp: RtpAddress | null = null
  #hasLearned = false
  /** The last signalled address that was specified. */
  #signalledAddress: string | null = null
  #sources = createIpRanges([])

  /** Null when nothing can be sent yet. */
  get rtp(): RtpAddress | null {
    return this.#rtp
  }

  get rtcp(): RtpAddress | null {
    return this.#rtcp
  }

  /** Sets what the peer signals. The source of the next packet is learned anew. */
  connect(next: SignalledPeer): void {
    const peer = this.#peer
    const { address, port, rtcpPort } = next.remote
    if (!isUnspecifiedAddress(address)) this.#signalledAddress = address
    const signalled = this.#signalledAddress === null ? [] : [this.#signalledAddress]
    this.#sources = createIpRanges([...signalled, ...(next.sources ?? [])].map(canonicalIp))
    this.#hasLearned = false
    const isSameRemote = peer?.remote.address === address && peer.remote.port === port
    if (!isSameRemote || peer?.rtcpMux !== next.rtcpMux) {
      const isUsable = !isUnspecifiedAddress(address) && port !== 0
      const reportsPort = next.rtcpMux ? port : (rtcpPort ?? port + 1)
      this.#rtp = isUsable ? next.remote : null
      this.#rtcp = isUsable ? { address, port: Math.min(reportsPort, 65_535) } : null
    }
    this.#peer = next
  }

  /** Returns whether a packet may come from this address. Nothing could be sent back to port 0. */
  accepts({ address, port }: RtpAddress): boolean {
    if (port === 0) return false
    if (!this.#hasLearned) return this.#sources.has(address)
    return (this.#rtp?.address === address && this.#rtp.port === port) || this.#isSignalled(address, port)
  }

  /** Returns whether a report may come from this IP address. */
  acceptsReportsFrom(address: string): boolean {
    return this.#peer !== null && this.#sources.has(address)
  }

  /** Sends to the source of an accepted packet from now on, and accepts packets from there. */
  learn({ address, port }: RtpAddress): void {
    this.#hasLearned = true
    if (this.#rtp?.address === address && this.#rtp.port === port) return
    const learned = { address, port }
    this.#rtp = learned
    this.#rtcp = this.#peer?.rtcpMux
      ? learned
      : { address, port: this.#rtcp?.port ?? Math.min(port + 1, 65_535) }
  }

  #isSignalled(address: string, port: number): boolean {
    return this.#peer?.remote.address === address && this.#peer.remote.port === port
  }
}

/** Operating systems route the unspecified address to the local machine; in SDP it means no address. */
function isUnspecifiedAddress(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}

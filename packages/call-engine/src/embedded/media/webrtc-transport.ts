import { randomUUID } from 'node:crypto'
import {
  AudioStream,
  isRtcp,
  parseRtcp,
  parseRtp,
  RtcpReporter,
  serializeRtcp,
  serializeRtp,
} from '@parley/rtp'
import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel'
import type { MediaTransport } from './media-transport.ts'
import { agreedFormats, completeCandidates, offeredFormats, type WebRtcCodec } from './webrtc-offer.ts'

export interface WebRtcTransportOptions {
  /** UDP port shared by all connections of this process. */
  readonly port: number
  /** Null for all local addresses. */
  readonly address: string | null
  readonly publicAddress: string | null
  readonly codecs: readonly WebRtcCodec[]
  /** Called once, when media can be sent and received. */
  readonly onConnected: (transport: WebRtcTransport) => void
  /** Called once, when the connection fails or the peer closes it; not after `close`. */
  readonly onDisconnected: (transport: WebRtcTransport) => void
  readonly onDigit: (digit: string) => void
  readonly onDigitsSent: () => void
}

/** One WebRTC connection of a browser. This side creates the offer. */
export interface WebRtcTransport extends MediaTransport {
  readonly id: string
  /** Contains all candidates. */
  readonly offerSdp: string
  /** @throws {Error} the answer is malformed or accepts no offered codec. */
  answer(sdp: string): Promise<void>
  /** Adds a remote candidate. Ignores unsupported ones. */
  addCandidate(candidate: string, mid: string): void
}

const mid = 'audio'
const gatheringTimeoutMs = 2_000
const reportIntervalMs = 2_500

/**
 * Connections and tracks whose `closed` event has not arrived. node-datachannel 0.33.4 keeps raw pointers to them until
 * it has run the `closed` callback. If they were garbage collected earlier, its threads and its `cleanup` would access
 * freed memory (SIGSEGV). A track without an `onClosed` callback stays registered forever.
 */
const unclosed = new Set<PeerConnection | Track>()

export async function openWebRtcTransport(options: WebRtcTransportOptions): Promise<WebRtcTransport> {
  const id = randomUUID()
  const stream = new AudioStream({
    send: (packet) => {
      if (!track.isOpen()) return
      reporting.recordSent(packet, stream.getClockRate(packet.payloadType) ?? 8000)
      sendDatagram(track, serializeRtp(packet))
    },
    onDigit: options.onDigit,
    onDigitsSent: options.onDigitsSent,
  })
  const reporting = new RtcpReporter(stream.ssrc, id)
  const connection = new nodeDataChannel.PeerConnection(id, {
    // Without it libdatachannel would use its default STUN servers.
    iceServers: [],
    enableIceUdpMux: true,
    portRangeBegin: options.port,
    portRangeEnd: options.port,
    bindAddress: options.address ?? undefined,
    disableAutoNegotiation: true,
  })
  unclosed.add(connection)
  connection.onStateChange((state) => {
    if (state === 'closed') unclosed.delete(connection)
    if (!opened || isClosed || isDisconnected || (state !== 'failed' && state !== 'closed')) return
    isDisconnected = true
    options.onDisconnected(opened)
  })
  const track = connection.addTrack(createAudioDescription(options.codecs, stream.ssrc, id))
  unclosed.add(track)
  track.onClosed(() => unclosed.delete(track))
  let opened: WebRtcTransport | null = null
  let lastReceivedAtMs: number | null = null
  let reportTimer: NodeJS.Timeout | null = null
  let isDisconnected = false
  let isClosed = false

  track.onMessage((datagram) => {
    if (isClosed) return
    if (isRtcp(datagram)) {
      reporting.processReports(parseRtcp(datagram) ?? [])
      return
    }
    const packet = parseRtp(datagram)
    const clockRate = packet && stream.getClockRate(packet.payloadType)
    if (!packet || clockRate === null) return
    lastReceivedAtMs = performance.now()
    reporting.recordReceived(packet, clockRate)
    stream.receive(packet)
  })
  const close = async () => {
    if (isClosed) return
    if (track.isOpen()) sendDatagram(track, serializeRtcp(reporting.composeGoodbye()))
    isClosed = true
    if (reportTimer) clearInterval(reportTimer)
    track.close()
    connection.close()
    stream[Symbol.dispose]()
  }

  try {
    const sdp = await gatherOffer(connection)
    const transport: WebRtcTransport = {
      id,
      offerSdp: completeCandidates(sdp, {
        port: options.port,
        listensOn: options.address,
        publicAddress: options.publicAddress,
      }),
      async answer(answerSdp) {
        const formats = agreedFormats(answerSdp, options.codecs)
        if (!formats) throw new Error('The answer accepts none of the offered codecs.')
        await stream.setFormats(formats)
        if (!isClosed) connection.setRemoteDescription(answerSdp, 'answer')
      },
      addCandidate(candidate, candidateMid) {
        if (isClosed) return
        try {
          connection.addRemoteCandidate(candidate, candidateMid)
        } catch {
          // Chromium sends candidates of unsupported kinds, such as mDNS names.
        }
      },
      get codec() {
        return stream.codec
      },
      readFrame: (sampleRate) => stream.readFrame(sampleRate),
      writeFrame: (pcm, sampleRate) => stream.writeFrame(pcm, sampleRate),
      writePayload: (payload) => stream.writePayload(payload),
      skipFrame: () => stream.skipFrame(),
      sendDigits: (digits) => stream.sendDigits(digits),
      get lastReceivedAtMs() {
        return lastReceivedAtMs
      },
      get quality() {
        return reporting.quality
      },
      get bufferMs() {
        return stream.bufferMs
      },
      get latePackets() {
        return stream.latePackets
      },
      close,
    }
    track.onOpen(() => {
      if (isClosed) return
      reportTimer = setInterval(
        () => sendDatagram(track, serializeRtcp(reporting.compose())),
        reportIntervalMs,
      )
      options.onConnected(transport)
    })
    opened = transport
    return transport
  } catch (error) {
    await close()
    throw error
  }
}

function createAudioDescription(codecs: readonly WebRtcCodec[], ssrc: number, id: string) {
  const audio = new nodeDataChannel.Audio(mid, 'SendRecv')
  for (const { payloadType, rtpmap, fmtp } of offeredFormats(codecs)) {
    // The Opus rtpmap contains the channel count, which libdatachannel adds itself.
    if (rtpmap.startsWith('opus/')) audio.addOpusCodec(payloadType, fmtp ?? '')
    else if (fmtp === null) audio.addAudioCodec(payloadType, rtpmap)
    else audio.addAudioCodec(payloadType, rtpmap, fmtp)
  }
  audio.addSSRC(ssrc, id, 'parley', 'parley-audio')
  return audio
}

async function gatherOffer(connection: PeerConnection): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('Gathering of WebRTC candidates timed out.')),
      gatheringTimeoutMs,
    )
    connection.onGatheringStateChange((state) => {
      if (state !== 'complete') return
      clearTimeout(timer)
      resolve()
    })
    connection.setLocalDescription('offer')
  })
  const sdp = connection.localDescription()?.sdp
  if (!sdp?.includes('a=candidate:')) throw new Error('No WebRTC candidate found: the UDP port is taken.')
  return sdp
}

/** The track may close between the `isOpen` check and the send. */
function sendDatagram(track: Track, datagram: Buffer): void {
  try {
    track.sendMessageBinary(datagram)
  } catch {
    // RTP tolerates packet loss.
  }
}

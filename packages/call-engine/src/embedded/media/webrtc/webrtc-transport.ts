import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import {
  AudioStream,
  type CodecName,
  DatagramLimit,
  isRtcp,
  parseRtcp,
  parseRtp,
  type RtcpPacket,
  RtcpReporter,
  type RtpPacket,
  type SampleRate,
  type StreamQuality,
  serializeRtcp,
  serializeRtp,
} from '@parley/rtp'
import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel'
import type { MediaTransport } from '../media-transport.ts'
import type { PortUser } from './port-reserve.ts'
import { readSource } from './read-source.ts'
import {
  agreedFormats,
  completeCandidates,
  mid,
  offeredFormats,
  readPort,
  selectAnswerLines,
  type WebRtcCodec,
} from './webrtc-offer.ts'
import type { WebRtcPorts } from './webrtc-ports.ts'

export interface WebRtcTransportOptions {
  readonly ports: WebRtcPorts
  /** Returns its call, which decides whether it may have a reserved port. */
  readonly getPortUser: () => PortUser
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

const reportIntervalMs = 2_500
/**
 * A browser has one RTP source, and a few more after changes of its microphone. libsrtp searches a list of all
 * sources for each packet, without a limit.
 */
const maxSources = 16
/** Longer than the datagrams of a flood are queued. */
const drainMs = 2_000

/**
 * Connections and tracks whose `closed` event has not arrived. node-datachannel 0.33.4 keeps raw pointers to
 * them until it has run the `closed` callback. If they were garbage collected earlier, its threads and its
 * `cleanup` would access freed memory (SIGSEGV). A track without an `onClosed` callback stays registered
 * forever.
 *
 * Without both the reference to the track and its callback, each of seven media processes crashed when it
 * stopped after 120 connected legs had been closed under forced garbage collection. With the callback alone
 * none of eight did, because its closure refers to the transport. That is a detail of the library; the
 * references do not depend on it.
 */
const unclosed = new Set<PeerConnection | Track>()

/** One WebRTC connection of a browser. This side creates the offer. */
export class WebRtcTransport implements MediaTransport {
  readonly id = randomUUID()
  readonly isSending = true
  readonly #options: WebRtcTransportOptions
  readonly #stream: AudioStream
  readonly #reporter: RtcpReporter
  readonly #connection: PeerConnection
  readonly #track: Track
  #offerSdp: string | null = null
  #lastReceivedAtMs: number | null = null
  #reportTimer: NodeJS.Timeout | null = null
  #isDisconnected = false
  /** Resolves when the library has released the port. */
  readonly #released = Promise.withResolvers<void>()
  #isClosed = false
  /** The SSRCs of received packets. */
  readonly #sources = new Set<number>()
  readonly #limit = new DatagramLimit()
  /** The library queues datagrams without limit: those of a connection that is closed cost as little as possible. */
  #isDeaf = false

  private constructor(options: WebRtcTransportOptions) {
    this.#options = options
    this.#stream = new AudioStream({
      send: (packet) => this.#send(packet),
      onDigit: options.onDigit,
      onDigitsSent: options.onDigitsSent,
    })
    this.#reporter = new RtcpReporter(this.#stream.ssrc, this.id)
    this.#connection = new nodeDataChannel.PeerConnection(this.id, {
      // Without it libdatachannel would use its default STUN servers.
      iceServers: [],
      ...options.ports.limits,
      bindAddress: options.address ?? undefined,
      disableAutoNegotiation: true,
    })
    unclosed.add(this.#connection)
    this.#connection.onStateChange((state) => this.#onStateChange(state))
    this.#track = this.#connection.addTrack(
      createAudioDescription(options.codecs, this.#stream.ssrc, this.id),
    )
    unclosed.add(this.#track)
    this.#track.onClosed(() => unclosed.delete(this.#track))
    this.#track.onMessage((datagram) => this.#receive(datagram))
    this.#track.onOpen(() => this.#onOpen())
  }

  /** Opens a connection and gathers its candidates. */
  static async open(options: WebRtcTransportOptions): Promise<WebRtcTransport> {
    const transport = new WebRtcTransport(options)
    try {
      const sdp = await options.ports.open(() => transport.#gatherOffer(), options.getPortUser)
      transport.#offerSdp = completeCandidates(sdp, {
        listensOn: options.address,
        publicAddress: options.publicAddress,
      })
      return transport
    } catch (error) {
      await transport.close()
      throw error
    }
  }

  /** Contains all candidates. */
  get offerSdp(): string {
    return required(this.#offerSdp, 'the offer of an open WebRTC connection')
  }

  get codec(): CodecName | null {
    return this.#stream.codec
  }

  get lastReceivedAtMs(): number | null {
    return this.#lastReceivedAtMs
  }

  get quality(): StreamQuality {
    return this.#reporter.quality
  }

  get bufferMs(): number {
    return this.#stream.bufferMs
  }

  get latePackets(): number {
    return this.#stream.latePackets
  }

  /** @throws {Error} the answer is malformed or accepts no offered codec. */
  async answer(answerSdp: string): Promise<void> {
    const answer = selectAnswerLines(answerSdp)
    const formats = answer && agreedFormats(answer, this.#options.codecs)
    if (!formats) throw new Error('The answer accepts none of the offered codecs.')
    await this.#stream.setFormats(formats)
    if (!this.#isClosed) this.#connection.setRemoteDescription(answer, 'answer')
  }

  readFrame(sampleRate: SampleRate): Int16Array | null {
    return this.#stream.readFrame(sampleRate)
  }

  writeFrame(pcm: Int16Array, sampleRate: SampleRate): void {
    this.#stream.writeFrame(pcm, sampleRate)
  }

  writePayload(payload: Uint8Array): void {
    this.#stream.writePayload(payload)
  }

  skipFrame(): void {
    this.#stream.skipFrame()
  }

  sendDigits(digits: string): boolean {
    return this.#stream.sendDigits(digits)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    if (this.#track.isOpen()) this.#sendReports(this.#reporter.composeGoodbye())
    this.#isClosed = true
    const isHostile = this.#isDeaf
    this.#isDeaf = true
    if (this.#reportTimer) clearInterval(this.#reportTimer)
    this.#connection.close()
    // The library does not free datagrams that are queued when a track is closed. Without a connection none follow.
    if (isHostile) setTimeout(() => this.#track.close(), drainMs)
    else this.#track.close()
    if (this.#offerSdp !== null) this.#options.ports.awaitRelease(this.#released.promise)
    this.#stream[Symbol.dispose]()
  }

  /** Has no time limit: the control side replaces a process that creates no offer in time. */
  async #gatherOffer(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#connection.onGatheringStateChange((state) => {
        if (state === 'complete') resolve()
      })
      this.#connection.setLocalDescription('offer')
    })
    const sdp = this.#connection.localDescription()?.sdp ?? ''
    const port = readPort(sdp)
    if (port === null) throw new Error('No WebRTC candidate found: this machine has no network address.')
    const onPortLost = () => this.#onStateChange('failed')
    this.#options.ports.use(port, { getUser: this.#options.getPortUser, onPortLost }, this.#released.promise)
    return sdp
  }

  #onStateChange(state: string): void {
    if (state === 'closed') {
      unclosed.delete(this.#connection)
      this.#released.resolve()
    }
    if (this.#offerSdp === null || this.#isClosed || this.#isDisconnected) return
    if (state !== 'failed' && state !== 'closed') return
    this.#isDisconnected = true
    this.#options.onDisconnected(this)
  }

  #onOpen(): void {
    if (this.#isClosed || this.#offerSdp === null) return
    this.#reportTimer = setInterval(() => this.#sendReports(this.#reporter.compose()), reportIntervalMs)
    this.#options.onConnected(this)
  }

  #receive(datagram: Buffer): void {
    if (this.#isDeaf) return
    const kind = isRtcp(datagram) ? 'rtcp' : 'rtp'
    const verdict = this.#limit.take(kind, performance.now())
    if (verdict === 'flood') this.#disconnect()
    if (verdict !== 'accepted' || !this.#acceptsSource(datagram)) return
    if (kind === 'rtcp') {
      this.#reporter.processReports(parseRtcp(datagram) ?? [])
      return
    }
    const packet = parseRtp(datagram)
    const clockRate = packet && this.#stream.getClockRate(packet.payloadType)
    if (!packet || clockRate === null) return
    this.#lastReceivedAtMs = performance.now()
    this.#reporter.recordReceived(packet, clockRate)
    this.#stream.receive(packet)
  }

  /** Returns whether the source of a packet is one of the first ones. Closes the connection otherwise. */
  #acceptsSource(datagram: Buffer): boolean {
    const source = readSource(datagram)
    if (source !== null) this.#sources.add(source)
    if (source !== null && this.#sources.size <= maxSources) return true
    this.#disconnect()
    return false
  }

  /** Closes the connection of a hostile peer. `onDisconnected` follows; the browser can connect again. */
  #disconnect(): void {
    this.#isDeaf = true
    this.#connection.close()
  }

  #send(packet: RtpPacket): void {
    if (!this.#track.isOpen()) return
    this.#reporter.recordSent(packet, this.#stream.getClockRate(packet.payloadType) ?? 8000)
    sendDatagram(this.#track, serializeRtp(packet))
  }

  #sendReports(packets: readonly RtcpPacket[]): void {
    sendDatagram(this.#track, serializeRtcp(packets))
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

/** The track may close between the `isOpen` check and the send. */
function sendDatagram(track: Track, datagram: Buffer): void {
  try {
    track.sendMessageBinary(datagram)
  } catch {
    // RTP tolerates packet loss.
  }
}

import { required } from '@parley/primitives'
import {
  audioLevel,
  type CodecName,
  createHoldMusic,
  estimateMos,
  type SampleRate,
  type StreamQuality,
} from '@parley/rtp'
import {
  createFrameReader,
  createMediaPlaybacks,
  type FrameReader,
  type MediaPlaybacks,
} from './media-playback.ts'
import type { MediaTransport } from './media-transport.ts'
import type { MediaLegQuality } from './protocol.ts'
import type { RtpTransport } from './rtp-transport.ts'
import type { WebRtcTransport } from './webrtc/webrtc-transport.ts'

/** Events of a leg to its conference. */
export type MediaLegEvent =
  | { readonly event: 'leg-attached' }
  | { readonly event: 'leg-detached' }
  | { readonly event: 'media-lost'; readonly never: boolean }
  | { readonly event: 'playback-ended'; readonly playbackId: string; readonly reason: 'finished' | 'stopped' }

/** State of a leg's incoming audio: not received yet, received, or lost. */
type Presence = 'waiting' | 'attached' | 'lost'

/**
 * The first audio of a telephone is expected sooner than audio that resumes: its peer waits for an answer.
 */
const firstAudioTimeoutMs = 2_000

/** One participant of a conference: its incoming audio, outgoing audio and quality. */
export class MediaLeg {
  readonly id: string
  readonly kind: 'webrtc' | 'rtp'
  readonly playbacks: MediaPlaybacks
  isMuted = false
  isHeld = false
  audioSources: ReadonlySet<string> | null = null
  /** Its audio in the current frame; null for silence. */
  inputFrame: Int16Array | null = null
  /** A connection that replaces the current one once it is up. */
  pending: WebRtcTransport | null = null
  #transport: MediaTransport | null = null
  #rtp: RtpTransport | null = null
  #presence: Presence = 'waiting'
  #webRtcSinceMs = 0
  #emit: (news: MediaLegEvent) => void
  #holdMusic: FrameReader | null = null
  #energy = 0
  #framesMeasured = 0
  #lastQuality: { readonly quality: StreamQuality; readonly latePackets: number } | null = null
  #reportedMissingSinceMs: number | null = null

  constructor(id: string, kind: 'webrtc' | 'rtp', emit: (news: MediaLegEvent) => void) {
    this.id = id
    this.kind = kind
    this.#emit = emit
    this.playbacks = createMediaPlaybacks((playbackId, reason) =>
      emit({ event: 'playback-ended', playbackId, reason }),
    )
  }

  get transport(): MediaTransport | null {
    return this.#transport
  }

  get rtp(): RtpTransport | null {
    return this.#rtp
  }

  get codec(): CodecName | null {
    return this.#transport?.codec ?? null
  }

  get isAudible(): boolean {
    return !this.isMuted && !this.isHeld && this.#transport !== null
  }

  get receivesMix(): boolean {
    return !this.isHeld
  }

  /** Whether it receives audio that others with the same mix do not. */
  get hasIndividualAudio(): boolean {
    return this.isHeld || this.playbacks.isPlaying
  }

  setRtpTransport(transport: RtpTransport): void {
    this.#rtp = transport
    this.#transport = transport
  }

  /** Replaces the current connection, which is closed. */
  setWebRtcTransport(transport: WebRtcTransport): void {
    const previous = this.#transport
    this.#transport = transport
    if (this.pending === transport) this.pending = null
    this.#lastQuality = null
    this.#webRtcSinceMs = performance.now()
    void previous?.close()
  }

  /** Closes a failed connection. The leg can be offered another one. */
  onTransportFailed(transport: MediaTransport): void {
    if (this.#transport !== transport) return
    this.#transport = null
    void transport.close()
    if (this.#presence === 'attached') this.#setPresence('lost')
  }

  /** Reads one frame from the leg. */
  receiveFrame(sampleRate: SampleRate): void {
    const pcm = this.#transport?.readFrame(sampleRate) ?? null
    this.inputFrame = this.isAudible ? pcm : null
    if (pcm) this.#energy += 10 ** (audioLevel(pcm) / 10)
    this.#framesMeasured++
  }

  /** Sends one frame to the leg: the mix, or its own playback or music on hold. */
  sendFrame(mixed: Int16Array, sampleRate: SampleRate): void {
    const transport = this.#transport
    if (!transport?.codec) return
    const audio = this.isHeld ? this.#holdMusicFrame(sampleRate) : mixed
    // A playback waits while the peer receives nothing: an announcement has not ended before it was heard.
    transport.writeFrame(transport.isSending ? this.playbacks.apply(audio, sampleRate) : audio, sampleRate)
  }

  /** Emits an event when audio starts, stops or resumes. Call it a few times a second. */
  updatePresence(mediaTimeoutMs: number): void {
    const nowMs = performance.now()
    const lastMs = this.#transport?.lastReceivedAtMs ?? null
    const isHeardNow = lastMs !== null && nowMs - lastMs < mediaTimeoutMs
    if (this.#presence !== 'attached') {
      if (isHeardNow) this.#setPresence('attached')
      else this.#reportMissingFirstAudio(nowMs, mediaTimeoutMs)
    } else if (!isHeardNow && this.#expectsAudio(nowMs, mediaTimeoutMs)) this.#setPresence('lost')
  }

  /** Returns the quality since the last call; null before a codec was negotiated. */
  takeQuality(): MediaLegQuality | null {
    const transport = this.#transport
    if (!transport?.codec) return null
    const { quality } = transport
    const previous = this.#lastQuality ?? {
      quality: { ...quality, packetsReceived: 0, packetsLost: 0 },
      latePackets: 0,
    }
    const received = quality.packetsReceived - previous.quality.packetsReceived
    const lost = Math.max(0, quality.packetsLost - previous.quality.packetsLost)
    const late = Math.min(received, transport.latePackets - previous.latePackets)
    const lossRatio = received + lost === 0 ? 0 : (lost + late) / (received + lost)
    this.#lastQuality = { quality, latePackets: transport.latePackets }
    const delayMs = (quality.rttMs ?? 0) / 2 + transport.bufferMs + 20
    const level = this.#framesMeasured === 0 ? 0 : this.#energy / this.#framesMeasured
    this.#energy = 0
    this.#framesMeasured = 0
    return {
      lossRatio,
      jitterMs: quality.jitterMs,
      remoteLossRatio: quality.remoteLossRatio,
      remoteJitterMs: quality.remoteJitterMs,
      rttMs: quality.rttMs,
      mos: estimateMos(transport.codec, lossRatio, delayMs),
      levelDbfs: level <= 0 ? -127 : Math.max(-127, 10 * Math.log10(level)),
      packetsReceived: quality.packetsReceived,
      packetsSent: quality.packetsSent,
      packetsLost: quality.packetsLost,
      bufferMs: transport.bufferMs,
    }
  }

  /** Closes its connections. All playbacks have ended when this returns. */
  async close(): Promise<void> {
    this.playbacks.stopAll()
    const transports = [this.#transport, this.pending]
    this.#transport = null
    this.pending = null
    await Promise.all(transports.map((transport) => transport?.close()))
  }

  #holdMusicFrame(sampleRate: SampleRate): Int16Array {
    this.#holdMusic ??= createFrameReader({ source: createHoldMusic(8000), sampleRate: 8000 })
    return required(this.#holdMusic(sampleRate), 'the next frame of the endless hold music')
  }

  #expectsAudio(nowMs: number, mediaTimeoutMs: number): boolean {
    // A connection that replaces another has the same time until its first packet.
    const sinceMs = this.#rtp ? this.#rtp.expectsAudioSinceMs : this.#webRtcSinceMs
    return sinceMs !== null && nowMs - sinceMs >= mediaTimeoutMs
  }

  #reportMissingFirstAudio(nowMs: number, mediaTimeoutMs: number): void {
    const sinceMs = this.#rtp?.expectsAudioSinceMs ?? null
    if (this.#presence !== 'waiting' || sinceMs === null || this.#reportedMissingSinceMs === sinceMs) return
    if (nowMs - sinceMs < Math.min(firstAudioTimeoutMs, mediaTimeoutMs)) return
    this.#reportedMissingSinceMs = sinceMs
    this.#emit({ event: 'media-lost', never: true })
  }

  #setPresence(presence: 'attached' | 'lost'): void {
    this.#presence = presence
    if (presence === 'attached') this.#emit({ event: 'leg-attached' })
    else if (this.kind === 'webrtc') this.#emit({ event: 'leg-detached' })
    else this.#emit({ event: 'media-lost', never: false })
  }
}

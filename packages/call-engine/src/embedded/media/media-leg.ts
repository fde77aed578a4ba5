import { createSerialQueue } from '@parley/primitives'
import { audioLevel, type CodecName, estimateMos, type SampleRate, type StreamQuality } from '@parley/rtp'
import type { MediaTransport } from './media-transport.ts'
import type { MediaLegQuality } from './protocol.ts'
import type { RtpTransport } from './rtp-transport.ts'
import type { PortUser } from './webrtc/port-reserve.ts'
import type { WebRtcTransport } from './webrtc/webrtc-transport.ts'

/** Events of a leg to its conference. */
export type MediaLegEvent =
  | { readonly event: 'leg-attached' }
  | { readonly event: 'leg-detached' }
  | { readonly event: 'media-lost'; readonly never: boolean }
  | { readonly event: 'digit'; readonly digit: string }
  | { readonly event: 'digits-sent' }

/** The conference of a leg. */
export interface MediaLegOwner {
  readonly portUser: PortUser
  /** Emits an event of a leg that has not left. */
  emitLegEvent(legId: string, event: MediaLegEvent): void
  /** Discards the mix plan after a change of legs or routing. */
  invalidateMixPlan(): void
}

/** State of a leg's incoming audio: not received yet, received, or lost. */
type Presence = 'waiting' | 'attached' | 'lost'

/**
 * The first audio of a telephone is expected sooner than audio that resumes: its peer waits for an answer.
 */
const firstAudioTimeoutMs = 2_000
/**
 * A leg has two ports while a connection is being replaced. After this number of offers without a connection in
 * `unansweredWindowMs`, it has only one: a page that was reloaded so often has lost the former connection anyway.
 */
const maxUnanswered = 3
const unansweredWindowMs = 5 * 60_000

/** One participant of a conference: its incoming audio, outgoing audio and quality. */
export class MediaLeg {
  readonly id: string
  readonly kind: 'webrtc' | 'rtp'
  /** Replaced when another conference adopts the leg. */
  owner: MediaLegOwner
  isMuted = false
  isHeld = false
  /** Its call is not answered. */
  isEarly = true
  /** May lead to another conference. */
  isLink = false
  audioSources: ReadonlySet<string> | null = null
  /** Its audio in the current frame; null for silence. */
  inputFrame: Int16Array | null = null
  #transport: MediaTransport | null = null
  #rtp: RtpTransport | null = null
  #pending: WebRtcTransport | null = null
  #pendingTimer: NodeJS.Timeout | undefined
  #unansweredAtMs: readonly number[] = []
  /** Runs the offers one after another. */
  readonly offers = createSerialQueue()
  #presence: Presence = 'waiting'
  #webRtcSinceMs = 0
  #energy = 0
  #framesMeasured = 0
  #lastQuality: { readonly quality: StreamQuality; readonly latePackets: number } | null = null
  #reportedMissingSinceMs: number | null = null

  constructor(id: string, kind: 'webrtc' | 'rtp', owner: MediaLegOwner) {
    this.id = id
    this.kind = kind
    this.owner = owner
  }

  get transport(): MediaTransport | null {
    return this.#transport
  }

  get rtp(): RtpTransport | null {
    return this.#rtp
  }

  /** A connection that replaces the current one once it is up. */
  get pending(): WebRtcTransport | null {
    return this.#pending
  }

  get codec(): CodecName | null {
    return this.#transport?.codec ?? null
  }

  get isAudible(): boolean {
    return !this.isMuted && !this.isHeld && this.#transport !== null
  }

  /** A telephone that receives no audio would be recorded in another conference without hearing the announcement. */
  get isHeardByLinks(): boolean {
    return this.kind === 'webrtc' || (!this.isEarly && this.isReceiving)
  }

  get receivesMix(): boolean {
    return !this.isHeld
  }

  /** Whether its peer receives what is sent. A telephone that holds us does not. */
  get isReceiving(): boolean {
    return this.#transport?.codec != null && this.#transport.isSending
  }

  setRtpTransport(transport: RtpTransport): void {
    this.#rtp = transport
    this.#transport = transport
  }

  /** Closes the connection whose offer is not answered, before another offer. Too often, also the current connection. */
  async prepareOffer(): Promise<void> {
    const pending = this.#pending
    if (pending) this.onTransportFailed(pending)
    await pending?.close()
    if (this.#listUnanswered().length < maxUnanswered) return
    const current = this.#transport
    if (current) this.onTransportFailed(current)
    this.owner.invalidateMixPlan()
    await current?.close()
  }

  /** Adds a connection that replaces the current one. It is closed, and its port free again, if it is not up in time. */
  offer(transport: WebRtcTransport, timeoutMs: number): void {
    this.#pending = transport
    this.#pendingTimer = setTimeout(() => this.onTransportFailed(transport), timeoutMs)
  }

  /** Replaces the current connection, which is closed. */
  setWebRtcTransport(transport: WebRtcTransport): void {
    const previous = this.#transport
    this.#transport = transport
    if (this.#pending === transport) this.#takePending()
    this.#lastQuality = null
    this.#webRtcSinceMs = performance.now()
    void previous?.close()
  }

  /** Closes a failed connection. The leg can be offered another one. */
  onTransportFailed(transport: MediaTransport): void {
    const isCurrent = this.#transport === transport
    if (this.#pending === transport) {
      this.#takePending()
      this.#unansweredAtMs = [...this.#listUnanswered(), performance.now()]
    } else if (!isCurrent) return
    if (isCurrent) this.#transport = null
    void transport.close()
    if (isCurrent && this.#presence === 'attached') this.#setPresence('lost')
  }

  /** Reads one frame from the leg. */
  receiveFrame(sampleRate: SampleRate): void {
    const pcm = this.#transport?.readFrame(sampleRate) ?? null
    this.inputFrame = this.isAudible ? pcm : null
    if (pcm) this.#energy += 10 ** (audioLevel(pcm) / 10)
    this.#framesMeasured++
  }

  /** Sends one frame to the leg. */
  sendFrame(mixed: Int16Array, sampleRate: SampleRate): void {
    if (this.#transport?.codec) this.#transport.writeFrame(mixed, sampleRate)
  }

  /** Whether its audio arrives, as reported last. */
  get isAttached(): boolean {
    return this.#presence === 'attached'
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
      reportsReceived: quality.reportsReceived,
      bufferMs: transport.bufferMs,
    }
  }

  /** Closes its connections. */
  async close(): Promise<void> {
    const transports = [this.#transport, this.#takePending()]
    this.#transport = null
    await Promise.all(transports.map((transport) => transport?.close()))
  }

  #takePending(): WebRtcTransport | null {
    clearTimeout(this.#pendingTimer)
    const pending = this.#pending
    this.#pending = null
    return pending
  }

  #listUnanswered(): readonly number[] {
    const nowMs = performance.now()
    return this.#unansweredAtMs.filter((atMs) => nowMs - atMs < unansweredWindowMs)
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
    this.owner.emitLegEvent(this.id, { event: 'media-lost', never: true })
  }

  #setPresence(presence: 'attached' | 'lost'): void {
    this.#presence = presence
    const { id, owner } = this
    if (presence === 'attached') owner.emitLegEvent(id, { event: 'leg-attached' })
    else if (this.kind === 'webrtc') owner.emitLegEvent(id, { event: 'leg-detached' })
    else owner.emitLegEvent(id, { event: 'media-lost', never: false })
  }
}

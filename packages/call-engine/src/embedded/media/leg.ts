import {
  audioLevel,
  type CodecName,
  createHoldMusic,
  estimateMos,
  type SampleRate,
  type StreamQuality,
} from '@parley/rtp'
import type { Link } from './link.ts'
import { createPlaybacks, type FrameReader, type Playbacks, readFrames } from './playback.ts'
import type { LegQuality } from './protocol.ts'
import type { RtpLink } from './rtp-link.ts'
import type { WebRtcLink } from './webrtc-link.ts'

/** What a leg tells its conference. */
export type LegNews =
  | { readonly event: 'leg-attached' }
  | { readonly event: 'leg-detached' }
  | { readonly event: 'media-lost'; readonly never: boolean }
  | { readonly event: 'playback-ended'; readonly playbackId: string; readonly reason: 'finished' | 'stopped' }

/** Where the audio of a leg is: not there yet, there, or gone silent on the wire. */
type Presence = 'waiting' | 'attached' | 'lost'

/** A telephone that has never been heard is missed sooner than one that goes quiet: its caller waits for a word. */
const firstAudioMs = 2_000

/** One participant of a conference: what it says, what it hears, and how it fares. */
export class Leg {
  readonly id: string
  readonly kind: 'webrtc' | 'rtp'
  readonly playbacks: Playbacks
  isMuted = false
  isHeld = false
  hears: ReadonlySet<string> | null = null
  /** What it says in the present frame; null for silence. */
  said: Int16Array | null = null
  /** The connection that is to take the place of the present one. */
  pending: WebRtcLink | null = null
  #link: Link | null = null
  #rtp: RtpLink | null = null
  #presence: Presence = 'waiting'
  #tell: (news: LegNews) => void
  #holdMusic: FrameReader | null = null
  #energy = 0
  #framesMeasured = 0
  #lastQuality: { readonly quality: StreamQuality; readonly latePackets: number } | null = null
  #missedSinceMs: number | null = null

  constructor(id: string, kind: 'webrtc' | 'rtp', tell: (news: LegNews) => void) {
    this.id = id
    this.kind = kind
    this.#tell = tell
    this.playbacks = createPlaybacks((playbackId, reason) =>
      tell({ event: 'playback-ended', playbackId, reason }),
    )
  }

  get link(): Link | null {
    return this.#link
  }

  get rtp(): RtpLink | null {
    return this.#rtp
  }

  get codec(): CodecName | null {
    return this.#link?.codec ?? null
  }

  get isAudible(): boolean {
    return !this.isMuted && !this.isHeld && this.#link !== null
  }

  get listens(): boolean {
    return !this.isHeld
  }

  /** Whether it hears something that the others in its mix do not. */
  get hasOwnSound(): boolean {
    return this.isHeld || this.playbacks.isPlaying
  }

  useRtp(link: RtpLink): void {
    this.#rtp = link
    this.#link = link
  }

  /** Puts a connection in the place of the one before, which is closed. */
  useWebRtc(link: WebRtcLink): void {
    const before = this.#link
    this.#link = link
    if (this.pending === link) this.pending = null
    this.#lastQuality = null
    void before?.close()
  }

  /** The connection of this leg has failed. Another one may come. */
  loseConnection(link: Link): void {
    if (this.#link !== link) return
    this.#link = null
    void link.close()
    if (this.#presence === 'attached') this.#become('lost')
  }

  /** Reads one frame of what the leg says. */
  listen(sampleRate: SampleRate): void {
    const pcm = this.#link?.readFrame(sampleRate) ?? null
    this.said = this.isAudible ? pcm : null
    if (pcm) this.#energy += 10 ** (audioLevel(pcm) / 10)
    this.#framesMeasured++
  }

  /** Sends one frame to the leg: what the conference has for it, or what it hears of its own. */
  hear(mixed: Int16Array, sampleRate: SampleRate): void {
    if (!this.#link?.codec) return
    const heard = this.playbacks.apply(this.isHeld ? this.#music(sampleRate) : mixed, sampleRate)
    this.#link.writeFrame(heard, sampleRate)
  }

  /** Tells when audio begins, stops and comes back. Call it a few times a second. */
  watch(mediaTimeoutMs: number): void {
    const nowMs = performance.now()
    const lastMs = this.#link?.lastReceivedAtMs ?? null
    const isHeardNow = lastMs !== null && nowMs - lastMs < mediaTimeoutMs
    if (this.#presence !== 'attached') {
      if (isHeardNow) this.#become('attached')
      else this.#missFirstAudio(nowMs, mediaTimeoutMs)
    } else if (!isHeardNow && this.#expectsAudio(nowMs, mediaTimeoutMs)) this.#become('lost')
  }

  /** How it fared since the last time this was asked. Null before anything was agreed. */
  measure(): LegQuality | null {
    const link = this.#link
    if (!link?.codec) return null
    const { quality } = link
    const before = this.#lastQuality ?? {
      quality: { ...quality, packetsReceived: 0, packetsLost: 0 },
      latePackets: 0,
    }
    const received = quality.packetsReceived - before.quality.packetsReceived
    const lost = Math.max(0, quality.packetsLost - before.quality.packetsLost)
    const late = Math.min(received, link.latePackets - before.latePackets)
    const lossRatio = received + lost === 0 ? 0 : (lost + late) / (received + lost)
    this.#lastQuality = { quality, latePackets: link.latePackets }
    const delayMs = (quality.rttMs ?? 0) / 2 + link.bufferMs + 20
    const level = this.#framesMeasured === 0 ? 0 : this.#energy / this.#framesMeasured
    this.#energy = 0
    this.#framesMeasured = 0
    return {
      lossRatio,
      jitterMs: quality.jitterMs,
      remoteLossRatio: quality.remoteLossRatio,
      remoteJitterMs: quality.remoteJitterMs,
      rttMs: quality.rttMs,
      mos: estimateMos(link.codec, lossRatio, delayMs),
      levelDbfs: level <= 0 ? -127 : Math.max(-127, 10 * Math.log10(level)),
      packetsReceived: quality.packetsReceived,
      packetsSent: quality.packetsSent,
      packetsLost: quality.packetsLost,
      bufferMs: link.bufferMs,
    }
  }

  /** Frees its connections. What still plays has ended before this returns. */
  async close(): Promise<void> {
    this.playbacks.stopAll()
    const links = [this.#link, this.pending]
    this.#link = null
    this.pending = null
    await Promise.all(links.map((link) => link?.close()))
  }

  #music(sampleRate: SampleRate): Int16Array {
    this.#holdMusic ??= readFrames({ source: createHoldMusic(8000), sampleRate: 8000 })
    return this.#holdMusic(sampleRate)!
  }

  #expectsAudio(nowMs: number, mediaTimeoutMs: number): boolean {
    if (!this.#rtp) return true
    const sinceMs = this.#rtp.expectsAudioSinceMs
    return sinceMs !== null && nowMs - sinceMs >= mediaTimeoutMs
  }

  #missFirstAudio(nowMs: number, mediaTimeoutMs: number): void {
    const sinceMs = this.#rtp?.expectsAudioSinceMs ?? null
    if (this.#presence !== 'waiting' || sinceMs === null || this.#missedSinceMs === sinceMs) return
    if (nowMs - sinceMs < Math.min(firstAudioMs, mediaTimeoutMs)) return
    this.#missedSinceMs = sinceMs
    this.#tell({ event: 'media-lost', never: true })
  }

  #become(presence: 'attached' | 'lost'): void {
    this.#presence = presence
    if (presence === 'attached') this.#tell({ event: 'leg-attached' })
    else if (this.kind === 'webrtc') this.#tell({ event: 'leg-detached' })
    else this.#tell({ event: 'media-lost', never: false })
  }
}

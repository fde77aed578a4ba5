import { type CodecName, codecFormats, type SampleRate, samplesPerFrame } from '@parley/rtp'
import { MediaLeg, type MediaLegEvent } from './media-leg.ts'
import { MediaRecording } from './media-recording.ts'
import { type MixGroup, mixGroup, planMix, sumFrames } from './mix.ts'
import type { MediaEvent, RecordedTrack } from './protocol.ts'
import { createSharedEncoder, type SharedEncoder } from './shared-encoder.ts'

export interface MediaConferenceOptions {
  readonly id: string
  readonly mediaTimeoutMs: number
  readonly emit: (event: MediaEvent) => void
}

const presenceCheckFrames = 10

/** Comfort noise of -72 dBFS for a telephone without sources: digital silence sounds like a dead line. */
const comfortNoise = Int16Array.from({ length: 320 }, () => Math.round((Math.random() - 0.5) * 28))

/** Mixes the audio of legs according to their audio sources. `frame` is called every 20 ms. */
export class MediaConference {
  readonly id: string
  #options: MediaConferenceOptions
  #legs = new Map<string, MediaLeg>()
  #leaving = new Set<Promise<void>>()
  #plan: readonly MixGroup<MediaLeg>[] | null = null
  #encoders = new Map<string, SharedEncoder>()
  #recording: MediaRecording | null = null
  #frames = 0
  #closed: Promise<void> | null = null

  constructor(options: MediaConferenceOptions) {
    this.id = options.id
    this.#options = options
  }

  get legs(): readonly MediaLeg[] {
    return [...this.#legs.values()]
  }

  /** @throws {Error} the leg does not exist. */
  leg(legId: string): MediaLeg {
    const leg = this.#legs.get(legId)
    if (!leg) throw new Error(`Conference ${this.id} has no leg ${legId}.`)
    return leg
  }

  find(legId: string): MediaLeg | null {
    return this.#legs.get(legId) ?? null
  }

  /** @throws {Error} the id is in use, or the conference is closed. */
  addLeg(legId: string, kind: 'webrtc' | 'rtp'): MediaLeg {
    if (this.#closed !== null) throw new Error(`Conference ${this.id} is closed.`)
    if (this.#legs.has(legId)) throw new Error(`Conference ${this.id} already has a leg ${legId}.`)
    const leg = new MediaLeg(legId, kind, (event) => this.#emitLegEvent(legId, event))
    this.#legs.set(legId, leg)
    this.invalidateMixPlan()
    return leg
  }

  /** Removes a leg. Resolves when `leg-left` was emitted. */
  async removeLeg(legId: string): Promise<void> {
    const leg = this.#legs.get(legId)
    if (!leg) return
    this.#legs.delete(legId)
    this.invalidateMixPlan()
    const leaving = this.#removeLeg(leg)
    this.#leaving.add(leaving)
    await leaving
    this.#leaving.delete(leaving)
  }

  /** Discards the mix plan after a change of legs or routing. */
  invalidateMixPlan(): void {
    this.#plan = null
  }

  /** Emits an event of a leg that has not left. */
  emitLegEvent(
    legId: string,
    event: { readonly event: 'digit'; readonly digit: string } | { readonly event: 'digits-sent' },
  ) {
    if (this.#legs.has(legId)) this.#options.emit({ ...event, ...this.#eventFields(legId) })
  }

  /**
   * Starts a recording. Resolves to the legs recorded, without those that have left.
   *
   * @throws {Error} a recording is running, or a file cannot be created.
   */
  async startRecording(
    recordingId: string,
    directory: string,
    legIds: readonly string[],
  ): Promise<readonly string[]> {
    if (this.#recording) throw new Error(`Conference ${this.id} is already being recorded.`)
    const recording = new MediaRecording({
      directory,
      recordingId,
      sampleRate: this.#sampleRate(),
      onFailed: (legId, path, message) =>
        this.#options.emit({ event: 'recording-failed', ...this.#eventFields(legId), path, message }),
    })
    this.#recording = recording
    const recorded: string[] = []
    try {
      for (const legId of legIds) {
        if (!this.#legs.has(legId)) continue
        await recording.addTrack(legId)
        recorded.push(legId)
      }
      return recorded
    } catch (error) {
      this.#recording = null
      await recording.finish()
      throw error
    }
  }

  /**
   * Adds a leg to the recording. Returns false when it has left.
   *
   * @throws {Error} no recording is running, or the file cannot be created.
   */
  async recordLeg(legId: string): Promise<boolean> {
    if (!this.#recording) throw new Error(`Conference ${this.id} is not being recorded.`)
    if (!this.#legs.has(legId)) return false
    await this.#recording.addTrack(legId)
    return true
  }

  async stopRecording(): Promise<readonly RecordedTrack[]> {
    const recording = this.#recording
    this.#recording = null
    return recording ? await recording.finish() : []
  }

  /**
   * Mixes and sends one frame.
   *
   * @param skippedFrames frames the clock skipped before this one; written as silence so that recordings and
   * streams stay in time.
   */
  frame(skippedFrames: number): void {
    const sampleRate = this.#sampleRate()
    const { legs } = this
    for (let i = 0; i < skippedFrames; i++) {
      this.#recording?.write(() => null, sampleRate)
      for (const leg of legs) leg.transport?.skipFrame()
    }
    for (const leg of legs) leg.receiveFrame(sampleRate)
    this.#recording?.write((legId) => this.#legs.get(legId)?.inputFrame ?? null, sampleRate)

    const total = sumFrames(legs, samplesPerFrame(sampleRate))
    this.#plan ??= this.#makePlan(legs)
    for (const group of this.#plan) this.#send(group, mixGroup(group, total), sampleRate)
    if (++this.#frames % presenceCheckFrames === 0)
      for (const leg of legs) leg.updatePresence(this.#options.mediaTimeoutMs)
  }

  /** Emits the quality of each leg. */
  emitQuality(): void {
    for (const leg of this.legs) {
      const quality = leg.takeQuality()
      if (quality) this.#options.emit({ event: 'quality', ...this.#eventFields(leg.id), quality })
    }
  }

  /** Removes all legs. Resolves when `conference-closed` was emitted. Idempotent. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#legs.keys()].map((legId) => this.removeLeg(legId)))
    await Promise.all(this.#leaving)
    await this.stopRecording()
    this.#options.emit({ event: 'conference-closed', conferenceId: this.id, at: Date.now() })
  }

  async #removeLeg(leg: MediaLeg): Promise<void> {
    await leg.close()
    const recording = (await this.#recording?.finishTrack(leg.id)) ?? null
    this.#options.emit({ event: 'leg-left', ...this.#eventFields(leg.id), recording })
  }

  /** 8 kHz unless the codec of a leg carries wideband audio. */
  #sampleRate(): SampleRate {
    for (const { codec } of this.#legs.values())
      if (codec && codecFormats[codec].sampleRate === 16_000) return 16_000
    return 8000
  }

  #makePlan(legs: readonly MediaLeg[]): readonly MixGroup<MediaLeg>[] {
    const plan = planMix(legs)
    const keys = new Set(plan.map(({ key }) => key))
    for (const name of this.#encoders.keys())
      if (!keys.has(name.slice(name.indexOf(':') + 1))) this.#encoders.delete(name)
    return plan
  }

  #send(group: MixGroup<MediaLeg>, mixed: Int16Array, sampleRate: SampleRate): void {
    const isAlone = group.sources.length === 0
    const sharing = group.listeners.filter(
      (leg) => leg.codec !== null && !leg.hasIndividualAudio && !(isAlone && leg.kind === 'rtp'),
    )
    for (const leg of group.listeners) {
      if (isAlone && leg.kind === 'rtp') leg.sendFrame(comfortNoise.subarray(0, mixed.length), sampleRate)
      else if (leg.hasIndividualAudio || sharing.length === 1) leg.sendFrame(mixed, sampleRate)
    }
    if (sharing.length < 2) return
    const payloads = new Map<CodecName, Uint8Array>()
    for (const { codec, transport } of sharing) {
      if (!codec || !transport) continue
      let payload = payloads.get(codec)
      if (!payload) {
        payload = this.#encoderFor(codec, group.key).encode(mixed, sampleRate)
        payloads.set(codec, payload)
      }
      transport.writePayload(payload)
    }
  }

  #encoderFor(codec: CodecName, key: string): SharedEncoder {
    const name = `${codec}:${key}`
    let encoder = this.#encoders.get(name)
    if (!encoder) {
      encoder = createSharedEncoder(codec)
      this.#encoders.set(name, encoder)
    }
    return encoder
  }

  #emitLegEvent(legId: string, event: MediaLegEvent): void {
    this.#options.emit({ ...event, ...this.#eventFields(legId) })
  }

  #eventFields(legId: string) {
    return { conferenceId: this.id, legId, at: Date.now() }
  }
}

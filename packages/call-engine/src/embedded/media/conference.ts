import { type CodecName, codecFormats, type SampleRate, samplesPerFrame } from '@parley/rtp'
import { Leg, type LegNews } from './leg.ts'
import { type MixGroup, mixOf, planMix, sumOf } from './mix.ts'
import type { MediaEvent, RecordedLane } from './protocol.ts'
import { createRecording, type Recording } from './recording.ts'
import { createSharedEncoder, type SharedEncoder } from './shared-encoder.ts'

export interface ConferenceOptions {
  readonly id: string
  readonly mediaTimeoutMs: number
  readonly tell: (event: MediaEvent) => void
}

const watchEveryFrames = 10

/** A telephone that hears nobody gets noise of -72 dBFS: absolute silence sounds like a line that is dead. */
const comfortNoise = Int16Array.from({ length: 320 }, () => Math.round((Math.random() - 0.5) * 28))

/** Legs that hear each other, as the matrix of who hears whom says it. `frame` is called every 20 ms. */
export class Conference {
  readonly id: string
  #options: ConferenceOptions
  #legs = new Map<string, Leg>()
  #leaving = new Set<Promise<void>>()
  #plan: readonly MixGroup<Leg>[] | null = null
  #encoders = new Map<string, SharedEncoder>()
  #recording: Recording | null = null
  #frames = 0
  #closed: Promise<void> | null = null

  constructor(options: ConferenceOptions) {
    this.id = options.id
    this.#options = options
  }

  get legs(): readonly Leg[] {
    return [...this.#legs.values()]
  }

  /** @throws {Error} when there is no such leg. */
  leg(legId: string): Leg {
    const leg = this.#legs.get(legId)
    if (!leg) throw new Error(`There is no leg ${legId} in conference ${this.id}.`)
    return leg
  }

  find(legId: string): Leg | null {
    return this.#legs.get(legId) ?? null
  }

  /** @throws {Error} when there is one of that name, or the conference is closed. */
  addLeg(legId: string, kind: 'webrtc' | 'rtp'): Leg {
    if (this.#closed) throw new Error(`Conference ${this.id} is closed.`)
    if (this.#legs.has(legId)) throw new Error(`There is a leg ${legId} in conference ${this.id} already.`)
    const leg = new Leg(legId, kind, (news) => this.#tellOf(legId, news))
    this.#legs.set(legId, leg)
    this.replan()
    return leg
  }

  /** Puts a leg out. Resolves when it has said that it left. */
  async removeLeg(legId: string): Promise<void> {
    const leg = this.#legs.get(legId)
    if (!leg) return
    this.#legs.delete(legId)
    this.replan()
    const leaving = this.#letGo(leg)
    this.#leaving.add(leaving)
    await leaving
    this.#leaving.delete(leaving)
  }

  /** Who hears whom has changed. */
  replan(): void {
    this.#plan = null
  }

  /** Tells something of a leg that is here. */
  tellOfLeg(
    legId: string,
    news: { readonly event: 'digit'; readonly digit: string } | { readonly event: 'digits-sent' },
  ) {
    if (this.#legs.has(legId)) this.#options.tell({ ...news, ...this.#place(legId) })
  }

  /**
   * Resolves to the legs that are recorded: those that have left are not.
   *
   * @throws {Error} when one runs already, or a file cannot be made.
   */
  async startRecording(
    recordingId: string,
    directory: string,
    legIds: readonly string[],
  ): Promise<readonly string[]> {
    if (this.#recording) throw new Error(`Conference ${this.id} is being recorded already.`)
    const recording = createRecording({
      directory,
      recordingId,
      sampleRate: this.#sampleRate(),
      onFailed: (legId, path, message) =>
        this.#options.tell({ event: 'recording-failed', ...this.#place(legId), path, message }),
    })
    this.#recording = recording
    const recorded: string[] = []
    try {
      for (const legId of legIds) {
        if (!this.#legs.has(legId)) continue
        await recording.addLane(legId)
        recorded.push(legId)
      }
      return recorded
    } catch (error) {
      this.#recording = null
      await recording.finish()
      throw error
    }
  }

  /** False for a leg that has left. @throws {Error} when none runs, or the file cannot be made. */
  async recordLeg(legId: string): Promise<boolean> {
    if (!this.#recording) throw new Error(`Conference ${this.id} is not being recorded.`)
    if (!this.#legs.has(legId)) return false
    await this.#recording.addLane(legId)
    return true
  }

  async stopRecording(): Promise<readonly RecordedLane[]> {
    const recording = this.#recording
    this.#recording = null
    return recording ? await recording.finish() : []
  }

  /**
   * Mixes and sends one frame.
   *
   * @param skippedFrames that the clock left out before it: they are silence, so that recordings and streams keep time.
   */
  frame(skippedFrames: number): void {
    const sampleRate = this.#sampleRate()
    const { legs } = this
    for (let i = 0; i < skippedFrames; i++) {
      this.#recording?.write(() => null, sampleRate)
      for (const leg of legs) leg.link?.skipFrame()
    }
    for (const leg of legs) leg.listen(sampleRate)
    this.#recording?.write((legId) => this.#legs.get(legId)?.said ?? null, sampleRate)

    const total = sumOf(legs, samplesPerFrame(sampleRate))
    this.#plan ??= this.#makePlan(legs)
    for (const group of this.#plan) this.#send(group, mixOf(group, total), sampleRate)
    if (++this.#frames % watchEveryFrames === 0)
      for (const leg of legs) leg.watch(this.#options.mediaTimeoutMs)
  }

  /** Tells how each leg fares. */
  tellQuality(): void {
    for (const leg of this.legs) {
      const quality = leg.measure()
      if (quality) this.#options.tell({ event: 'quality', ...this.#place(leg.id), quality })
    }
  }

  /** Puts everyone out. Resolves when it has said that it is closed. Twice is once. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#legs.keys()].map((legId) => this.removeLeg(legId)))
    await Promise.all(this.#leaving)
    await this.stopRecording()
    this.#options.tell({ event: 'conference-closed', conferenceId: this.id, at: Date.now() })
  }

  async #letGo(leg: Leg): Promise<void> {
    await leg.close()
    const recording = (await this.#recording?.finishLane(leg.id)) ?? null
    this.#options.tell({ event: 'leg-left', ...this.#place(leg.id), recording })
  }

  /** 8 kHz while nobody could hear more. */
  #sampleRate(): SampleRate {
    for (const { codec } of this.#legs.values())
      if (codec && codecFormats[codec].sampleRate === 16_000) return 16_000
    return 8000
  }

  #makePlan(legs: readonly Leg[]): readonly MixGroup<Leg>[] {
    const plan = planMix(legs)
    const keys = new Set(plan.map(({ key }) => key))
    for (const name of this.#encoders.keys())
      if (!keys.has(name.slice(name.indexOf(':') + 1))) this.#encoders.delete(name)
    return plan
  }

  #send(group: MixGroup<Leg>, mixed: Int16Array, sampleRate: SampleRate): void {
    const isAlone = group.sources.length === 0
    const sharing = group.listeners.filter(
      (leg) => leg.codec !== null && !leg.hasOwnSound && !(isAlone && leg.kind === 'rtp'),
    )
    for (const leg of group.listeners) {
      if (isAlone && leg.kind === 'rtp') leg.hear(comfortNoise.subarray(0, mixed.length), sampleRate)
      else if (leg.hasOwnSound || sharing.length === 1) leg.hear(mixed, sampleRate)
    }
    if (sharing.length < 2) return
    const payloads = new Map<CodecName, Uint8Array>()
    for (const { codec, link } of sharing) {
      if (!codec || !link) continue
      let payload = payloads.get(codec)
      if (!payload) {
        payload = this.#encoder(codec, group.key).encode(mixed, sampleRate)
        payloads.set(codec, payload)
      }
      link.writePayload(payload)
    }
  }

  #encoder(codec: CodecName, key: string): SharedEncoder {
    const name = `${codec}:${key}`
    let encoder = this.#encoders.get(name)
    if (!encoder) {
      encoder = createSharedEncoder(codec)
      this.#encoders.set(name, encoder)
    }
    return encoder
  }

  #tellOf(legId: string, news: LegNews): void {
    this.#options.tell({ ...news, ...this.#place(legId) })
  }

  #place(legId: string) {
    return { conferenceId: this.id, legId, at: Date.now() }
  }
}

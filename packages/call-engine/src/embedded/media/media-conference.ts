import { type CodecName, codecFormats, type SampleRate, samplesPerFrame } from '@parley/rtp'
import { MediaLeg, type MediaLegEvent, type MediaLegOwner } from './media-leg.ts'
import { MediaRecording } from './media-recording.ts'
import { comfortNoise, type MixGroup, mixGroup, planMix, sumFrames } from './mix.ts'
import { MediaPlayer } from './players/media-player.ts'
import type { MediaEvent, ParsedCommand, RecordedTrack } from './protocol.ts'
import { createSharedEncoder, type SharedEncoder } from './shared-encoder.ts'
import type { PortUser } from './webrtc/port-reserve.ts'

export interface MediaConferenceOptions {
  readonly id: string
  readonly portUser: PortUser
  readonly mediaTimeoutMs: number
  readonly emit: (event: MediaEvent) => void
}

type NewRecording = Pick<
  ParsedCommand<'start-recording'>,
  'recordingId' | 'directory' | 'legIds' | 'isPaused'
>

const presenceCheckFrames = 10

/** Mixes the audio of legs according to their audio sources. `frame` is called every 20 ms. */
export class MediaConference implements MediaLegOwner {
  readonly id: string
  portUser: PortUser
  #options: MediaConferenceOptions
  #legs = new Map<string, MediaLeg>()
  #players = new Map<string, MediaPlayer>()
  #leaving = new Set<Promise<void>>()
  #plan: readonly MixGroup<MediaLeg>[] | null = null
  #encoders = new Map<string, SharedEncoder>()
  #recording: MediaRecording | null = null
  #frames = 0
  #closed: Promise<void> | null = null

  constructor(options: MediaConferenceOptions) {
    this.id = options.id
    this.portUser = options.portUser
    this.#options = options
  }

  get legs(): readonly MediaLeg[] {
    return [...this.#legs.values()]
  }

  get playerCount(): number {
    return this.#players.size
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
    const leg = new MediaLeg(legId, kind, this)
    this.#legs.set(legId, leg)
    this.invalidateMixPlan()
    return leg
  }

  /**
   * Adds a player. Does nothing when it exists.
   *
   * @throws {Error} its source cannot be read, or the conference is closed.
   */
  async addPlayer(command: ParsedCommand<'add-player'>): Promise<void> {
    const { legId } = command
    const player = await MediaPlayer.open(command)
    if (this.#closed !== null || this.#players.has(legId)) player.close()
    if (this.#closed !== null) throw new Error(`Conference ${this.id} is closed.`)
    if (this.#players.has(legId)) return
    this.#players.set(legId, player)
    this.invalidateMixPlan()
  }

  /** Removes a leg or player. Resolves when `leg-left` was emitted. */
  async removeLeg(legId: string): Promise<void> {
    const leg = this.#legs.get(legId)
    if (!leg && !this.#players.has(legId)) return
    this.#legs.delete(legId)
    this.#players.get(legId)?.close()
    this.#players.delete(legId)
    this.invalidateMixPlan()
    const leaving = this.#removeLeg(legId, leg)
    this.#leaving.add(leaving)
    await leaving
    this.#leaving.delete(leaving)
  }

  /** Discards the mix plan after a change of legs or routing. */
  invalidateMixPlan(): void {
    this.#plan = null
  }

  /** Emits an event of a leg that has not left. */
  emitLegEvent(legId: string, event: MediaLegEvent): void {
    if (this.#legs.has(legId)) this.#options.emit({ ...event, ...this.#eventFields(legId) })
  }

  /** @throws {Error} the conference is closed. */
  adoptLegs(from: MediaConference): void {
    if (this.#closed !== null) throw new Error(`Conference ${this.id} is closed.`)
    for (const leg of from.#legs.values()) {
      leg.owner = this
      this.#legs.set(leg.id, leg)
    }
    for (const player of from.#players.values()) this.#players.set(player.id, player)
    from.#legs.clear()
    from.#players.clear()
    from.invalidateMixPlan()
    this.invalidateMixPlan()
  }

  /**
   * Starts a recording. Resolves to the legs recorded, without those that have left.
   *
   * @throws {Error} a recording is running, or a file cannot be created.
   */
  async startRecording({ legIds, ...options }: NewRecording): Promise<readonly string[]> {
    if (this.#recording) throw new Error(`Conference ${this.id} is already being recorded.`)
    const recording = new MediaRecording({
      ...options,
      sampleRate: this.#sampleRate(),
      onFailed: (legId, path, message) =>
        this.#options.emit({ event: 'recording-failed', ...this.#eventFields(legId), path, message }),
    })
    this.#recording = recording
    const recorded: string[] = []
    try {
      for (const legId of legIds) {
        if (!this.#has(legId)) continue
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
   * Adds a leg to the recording, or records it again after {@link withholdLeg}. Returns false when it has left.
   *
   * @throws {Error} no recording is running, or the file cannot be created.
   */
  async recordLeg(legId: string): Promise<boolean> {
    if (!this.#recording) throw new Error(`Conference ${this.id} is not being recorded.`)
    if (!this.#has(legId)) return false
    await this.#recording.addTrack(legId)
    return true
  }

  /** Writes silence for a leg until {@link recordLeg}. No-op when it is not recorded. */
  withholdLeg(legId: string): void {
    this.#recording?.withhold(legId)
  }

  /** @throws {Error} no recording is running. */
  setRecordingPaused(isPaused: boolean): void {
    if (!this.#recording) throw new Error(`Conference ${this.id} is not being recorded.`)
    this.#recording.isPaused = isPaused
  }

  async stopRecording(): Promise<readonly RecordedTrack[]> {
    const recording = this.#recording
    this.#recording = null
    return recording ? await recording.finish() : []
  }

  /**
   * Mixes and sends one frame. `skippedFrames`: frames the clock skipped before this one; written as silence so that
   * recordings and streams stay in time.
   */
  frame(skippedFrames: number): void {
    const sampleRate = this.#sampleRate()
    const { legs } = this
    for (let i = 0; i < skippedFrames; i++) {
      this.#recording?.write(() => null, sampleRate)
      for (const leg of legs) leg.transport?.skipFrame()
    }
    for (const leg of legs) leg.receiveFrame(sampleRate)
    const players = [...this.#players.values()]
    for (const player of players)
      if (player.readFrame(sampleRate, this.#isHeard(player) ? 'plays' : 'waits') === 'ended')
        this.#options.emit({ event: 'player-ended', ...this.#eventFields(player.id) })
    this.#recording?.write(
      (legId) => (this.#legs.get(legId) ?? this.#players.get(legId))?.inputFrame ?? null,
      sampleRate,
    )

    const total = sumFrames([...legs, ...players], samplesPerFrame(sampleRate))
    this.#plan ??= this.#makePlan(legs)
    for (const group of this.#plan) this.#send(group, mixGroup(group, total), sampleRate)
    const isCheckDue = ++this.#frames % presenceCheckFrames === 0
    // A user waits for the first audio.
    for (const leg of legs)
      if (isCheckDue || !leg.isAttached) leg.updatePresence(this.#options.mediaTimeoutMs)
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
    const ids = [...this.#players.keys(), ...this.#legs.keys()]
    await Promise.all(ids.map((legId) => this.removeLeg(legId)))
    await Promise.all(this.#leaving)
    await this.stopRecording()
    this.#options.emit({ event: 'conference-closed', conferenceId: this.id, at: Date.now() })
  }

  async #removeLeg(legId: string, leg: MediaLeg | undefined): Promise<void> {
    await leg?.close()
    const recording = (await this.#recording?.finishTrack(legId)) ?? null
    this.#options.emit({ event: 'leg-left', ...this.#eventFields(legId), recording })
  }

  #has(legId: string): boolean {
    return this.#legs.has(legId) || this.#players.has(legId)
  }

  /** A player waits while no listener receives audio: an announcement has not ended before it was heard. */
  #isHeard({ listeners }: MediaPlayer): boolean {
    return listeners.values().some((legId) => this.#legs.get(legId)?.isReceiving === true)
  }

  /** 8 kHz unless the codec of a leg carries wideband audio. */
  #sampleRate(): SampleRate {
    for (const { codec } of this.#legs.values())
      if (codec && codecFormats[codec].sampleRate === 16_000) return 16_000
    return 8000
  }

  #makePlan(legs: readonly MediaLeg[]): readonly MixGroup<MediaLeg>[] {
    const plan = planMix(legs, [...this.#players.values()])
    const keys = new Set(plan.map(({ key }) => key))
    for (const name of this.#encoders.keys())
      if (!keys.has(name.slice(name.indexOf(':') + 1))) this.#encoders.delete(name)
    return plan
  }

  #send(group: MixGroup<MediaLeg>, mixed: Int16Array, sampleRate: SampleRate): void {
    const isAlone = group.sources.length === 0
    const sharing = group.listeners.filter((leg) => leg.codec !== null && !(isAlone && leg.kind === 'rtp'))
    for (const leg of group.listeners) {
      if (isAlone && leg.kind === 'rtp') leg.sendFrame(comfortNoise.subarray(0, mixed.length), sampleRate)
      else if (sharing.length === 1) leg.sendFrame(mixed, sampleRate)
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

  #eventFields(legId: string) {
    return { conferenceId: this.id, legId, at: Date.now() }
  }
}

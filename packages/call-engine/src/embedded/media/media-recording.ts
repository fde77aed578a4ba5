import { join } from 'node:path'
import { createSerialQueue } from '@parley/primitives'
import {
  createResampler,
  createWavWriter,
  type Resampler,
  type SampleRate,
  samplesPerFrame,
  type WavWriter,
} from '@parley/rtp'
import type { RecordedTrack } from './protocol.ts'

export interface MediaRecordingOptions {
  readonly directory: string
  readonly recordingId: string
  /** Sample rate of the files; frames at another rate are resampled. */
  readonly sampleRate: SampleRate
  /** See {@link MediaRecording.isPaused}. */
  readonly isPaused: boolean
  /** A track cannot be written; its recording ends there. */
  readonly onFailed: (legId: string, path: string, message: string) => void
}

/** Limits the memory used for blocks waiting for the disk. */
const maxPendingBlocks = 30

/** One track: collects a block of one second, which is then written to its file. */
class Track {
  readonly legId: string
  readonly path: string
  readonly #writer: WavWriter
  readonly #options: MediaRecordingOptions
  readonly #block: Int16Array
  #filled = 0
  #pendingBlocks = 0
  readonly #writes = createSerialQueue()
  #hasFailed = false
  /** While true, silence is written. */
  isWithheld = false
  #resampler: { readonly from: SampleRate; readonly resampler: Resampler } | null = null

  constructor(legId: string, path: string, writer: WavWriter, options: MediaRecordingOptions) {
    this.legId = legId
    this.path = path
    this.#writer = writer
    this.#options = options
    this.#block = new Int16Array(options.sampleRate)
  }

  /** Adds one frame; null is silence. */
  write(frame: Int16Array | null, from: SampleRate): void {
    const frameSamples = samplesPerFrame(this.#options.sampleRate)
    if (frame) this.#block.set(this.#resample(frame, from), this.#filled)
    else this.#block.fill(0, this.#filled, this.#filled + frameSamples)
    this.#filled += frameSamples
    if (this.#filled === this.#block.length) this.#flush()
  }

  async finish(): Promise<RecordedTrack> {
    this.#flush()
    await this.#writes.idle()
    await this.#writer.finish().catch((error: unknown) => this.#fail(error))
    const durationMs = (this.#writer.samples * 1000) / this.#options.sampleRate
    return { legId: this.legId, path: this.path, durationMs }
  }

  #flush(): void {
    const pcm = this.#block.slice(0, this.#filled)
    this.#filled = 0
    if (this.#hasFailed || pcm.length === 0) return
    if (this.#pendingBlocks >= maxPendingBlocks) {
      this.#fail(new Error('Recording failed: the disk is too slow.'))
      return
    }
    this.#pendingBlocks++
    this.#writes
      .run(() => this.#writer.append(pcm))
      .catch((error: unknown) => this.#fail(error))
      .finally(() => this.#pendingBlocks--)
  }

  #resample(pcm: Int16Array, from: SampleRate): Int16Array {
    if (this.#resampler?.from !== from)
      this.#resampler = { from, resampler: createResampler(from, this.#options.sampleRate) }
    return this.#resampler.resampler.process(pcm)
  }

  #fail(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#options.onFailed(this.legId, this.path, error instanceof Error ? error.message : String(error))
  }
}

/**
 * One recording of a conference: one file per leg, all with the same start, so that equal sample positions
 * are simultaneous. Written in blocks of one second: a crash loses at most that much.
 */
export class MediaRecording {
  readonly #options: MediaRecordingOptions
  readonly #tracks = new Map<string, Track>()
  readonly #opening = new Map<string, Promise<void>>()
  readonly #finished: RecordedTrack[] = []
  /** While true, silence is written, so that all positions stay in time. */
  isPaused: boolean
  #frames = 0
  #isFinished = false

  constructor(options: MediaRecordingOptions) {
    this.#options = options
    this.isPaused = options.isPaused
  }

  /**
   * Adds a track with silence up to now, or ends {@link withhold}.
   *
   * @throws {Error} its file cannot be created.
   */
  async addTrack(legId: string): Promise<void> {
    const track = this.#tracks.get(legId)
    if (track) track.isWithheld = false
    if (track) return
    const opened = this.#openTrack(legId)
    this.#opening.set(legId, opened)
    await opened.finally(() => this.#opening.delete(legId))
  }

  /** Writes one frame to every track; null is silence. */
  write(readInput: (legId: string) => Int16Array | null, sampleRate: SampleRate): void {
    this.#frames++
    for (const track of this.#tracks.values())
      track.write(this.isPaused || track.isWithheld ? null : readInput(track.legId), sampleRate)
  }

  /** Writes silence to a track from now on. No-op for a leg without a track. */
  withhold(legId: string): void {
    const track = this.#tracks.get(legId)
    if (track) track.isWithheld = true
  }

  /** Finishes one track, including one still being opened. Null for a leg without a track. */
  async finishTrack(legId: string): Promise<RecordedTrack | null> {
    await this.#opening.get(legId)?.catch(() => undefined)
    const track = this.#tracks.get(legId)
    if (!track) return null
    this.#tracks.delete(legId)
    const recorded = await track.finish()
    this.#finished.push(recorded)
    return recorded
  }

  /** Finishes all tracks. Returns them with those finished before. */
  async finish(): Promise<readonly RecordedTrack[]> {
    this.#isFinished = true
    await Promise.all([...this.#tracks.keys()].map((legId) => this.finishTrack(legId)))
    return this.#finished
  }

  async #openTrack(legId: string): Promise<void> {
    const { directory, recordingId, sampleRate } = this.#options
    const path = join(directory, `${recordingId}.${legId}.wav`)
    const writer = await createWavWriter(path, sampleRate)
    if (this.#isFinished) {
      await writer.finish()
      throw new Error('The recording has ended.')
    }
    writer.pad(this.#frames * samplesPerFrame(sampleRate))
    this.#tracks.set(legId, new Track(legId, path, writer, this.#options))
  }
}

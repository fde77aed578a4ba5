import { join } from 'node:path'
import {
  createResampler,
  createWavWriter,
  type Resampler,
  type SampleRate,
  samplesPerFrame,
  type WavWriter,
} from '@parley/rtp'
import type { RecordedTrack } from './protocol.ts'

/**
 * One recording of a conference: one file per leg, all with the same start, so that equal sample positions are
 * simultaneous. Written in blocks of one second: a crash loses at most that much.
 */
export interface MediaRecording {
  /**
   * Adds a track with silence up to now.
   *
   * @throws {Error} its file cannot be created.
   */
  addTrack(legId: string): Promise<void>
  /** Writes one frame to every track; null is silence. */
  write(readInput: (legId: string) => Int16Array | null, sampleRate: SampleRate): void
  /** Finishes one track, including one still being opened. Null for a leg without a track. */
  finishTrack(legId: string): Promise<RecordedTrack | null>
  /** Finishes all tracks. Returns them with those finished before. */
  finish(): Promise<readonly RecordedTrack[]>
}

export interface MediaRecordingOptions {
  readonly directory: string
  readonly recordingId: string
  /** Sample rate of the files; frames at another rate are resampled. */
  readonly sampleRate: SampleRate
  /** A track cannot be written; its recording ends there. */
  readonly onFailed: (legId: string, path: string, message: string) => void
}

interface Track {
  readonly legId: string
  readonly path: string
  readonly writer: WavWriter
  readonly block: Int16Array
  filled: number
  pendingBlocks: number
  written: Promise<void>
  failed: boolean
  resampler: { readonly from: SampleRate; readonly resampler: Resampler } | null
}

/** Limits the memory used for blocks waiting for the disk. */
const maxPendingBlocks = 30

export function createMediaRecording(options: MediaRecordingOptions): MediaRecording {
  const { directory, recordingId, sampleRate, onFailed } = options
  const tracks = new Map<string, Track>()
  const opening = new Map<string, Promise<void>>()
  const finished: RecordedTrack[] = []
  const frameSamples = samplesPerFrame(sampleRate)
  let frames = 0
  let isFinished = false

  const fail = (track: Track, error: unknown) => {
    if (track.failed) return
    track.failed = true
    onFailed(track.legId, track.path, error instanceof Error ? error.message : String(error))
  }
  const flush = (track: Track) => {
    const pcm = track.block.slice(0, track.filled)
    track.filled = 0
    if (track.failed || pcm.length === 0) return
    if (track.pendingBlocks >= maxPendingBlocks)
      return fail(track, new Error('Recording failed: the disk is too slow.'))
    track.pendingBlocks++
    track.written = track.written
      .then(() => track.writer.append(pcm))
      .catch((error: unknown) => fail(track, error))
      .finally(() => track.pendingBlocks--)
  }
  const resampled = (track: Track, pcm: Int16Array, from: SampleRate) => {
    if (track.resampler?.from !== from) {
      track.resampler = { from, resampler: createResampler(from, sampleRate) }
    }
    return track.resampler.resampler.process(pcm)
  }
  const finishTrack = async (legId: string) => {
    await opening.get(legId)?.catch(() => undefined)
    const track = tracks.get(legId)
    if (!track) return null
    tracks.delete(legId)
    flush(track)
    await track.written
    await track.writer.finish().catch((error: unknown) => fail(track, error))
    const recorded = { legId, path: track.path, durationMs: (track.writer.samples * 1000) / sampleRate }
    finished.push(recorded)
    return recorded
  }

  const openTrack = async (legId: string) => {
    const path = join(directory, `${recordingId}.${legId}.wav`)
    const writer = await createWavWriter(path, sampleRate)
    if (isFinished) {
      await writer.finish()
      throw new Error('The recording has ended.')
    }
    writer.pad(frames * frameSamples)
    const block = new Int16Array(sampleRate)
    const written = Promise.resolve()
    tracks.set(legId, {
      legId,
      path,
      writer,
      block,
      filled: 0,
      pendingBlocks: 0,
      written,
      failed: false,
      resampler: null,
    })
  }

  return {
    async addTrack(legId) {
      if (tracks.has(legId)) return
      const opened = openTrack(legId)
      opening.set(legId, opened)
      await opened.finally(() => opening.delete(legId))
    },
    write(readInput, from) {
      frames++
      for (const track of tracks.values()) {
        const inputFrame = readInput(track.legId)
        if (inputFrame) track.block.set(resampled(track, inputFrame, from), track.filled)
        else track.block.fill(0, track.filled, track.filled + frameSamples)
        track.filled += frameSamples
        if (track.filled === track.block.length) flush(track)
      }
    },
    finishTrack,
    async finish() {
      isFinished = true
      await Promise.all([...tracks.keys()].map(finishTrack))
      return finished
    },
  }
}

import { join } from 'node:path'
import {
  createResampler,
  createWavWriter,
  type Resampler,
  type SampleRate,
  samplesPerFrame,
  type WavWriter,
} from '@parley/rtp'
import type { RecordedLane } from './protocol.ts'

/**
 * One recording of a conference: one file per leg, all with the same start, so that equal sample positions are
 * simultaneous. Written in blocks of one second: a crash loses at most that much.
 */
export interface Recording {
  /**
   * Adds a track with silence up to now.
   *
   * @throws {Error} its file cannot be created.
   */
  addLane(legId: string): Promise<void>
  /** Writes one frame to every track; null is silence. */
  write(saidBy: (legId: string) => Int16Array | null, sampleRate: SampleRate): void
  /** Finishes one track, including one still being opened. Null for a leg without a track. */
  finishLane(legId: string): Promise<RecordedLane | null>
  /** Finishes all tracks. Returns them with those finished before. */
  finish(): Promise<readonly RecordedLane[]>
}

export interface RecordingOptions {
  readonly directory: string
  readonly recordingId: string
  /** Sample rate of the files; frames at another rate are resampled. */
  readonly sampleRate: SampleRate
  /** A track cannot be written; its recording ends there. */
  readonly onFailed: (legId: string, path: string, message: string) => void
}

interface Lane {
  readonly legId: string
  readonly path: string
  readonly writer: WavWriter
  readonly block: Int16Array
  filled: number
  blocksUnderWay: number
  written: Promise<void>
  failed: boolean
  resampler: { readonly from: SampleRate; readonly resampler: Resampler } | null
}

/** Limits the memory used for blocks waiting for the disk. */
const mostBlocksUnderWay = 30

export function createRecording(options: RecordingOptions): Recording {
  const { directory, recordingId, sampleRate, onFailed } = options
  const lanes = new Map<string, Lane>()
  const opening = new Map<string, Promise<void>>()
  const finished: RecordedLane[] = []
  const frameSamples = samplesPerFrame(sampleRate)
  let frames = 0
  let isFinished = false

  const fail = (lane: Lane, error: unknown) => {
    if (lane.failed) return
    lane.failed = true
    onFailed(lane.legId, lane.path, error instanceof Error ? error.message : String(error))
  }
  const flush = (lane: Lane) => {
    const pcm = lane.block.slice(0, lane.filled)
    lane.filled = 0
    if (lane.failed || pcm.length === 0) return
    if (lane.blocksUnderWay >= mostBlocksUnderWay)
      return fail(lane, new Error('Recording failed: the disk is too slow.'))
    lane.blocksUnderWay++
    lane.written = lane.written
      .then(() => lane.writer.append(pcm))
      .catch((error: unknown) => fail(lane, error))
      .finally(() => lane.blocksUnderWay--)
  }
  const resampled = (lane: Lane, pcm: Int16Array, from: SampleRate) => {
    if (lane.resampler?.from !== from) {
      lane.resampler = { from, resampler: createResampler(from, sampleRate) }
    }
    return lane.resampler.resampler.process(pcm)
  }
  const finishLane = async (legId: string) => {
    await opening.get(legId)?.catch(() => undefined)
    const lane = lanes.get(legId)
    if (!lane) return null
    lanes.delete(legId)
    flush(lane)
    await lane.written
    await lane.writer.finish().catch((error: unknown) => fail(lane, error))
    const recorded = { legId, path: lane.path, durationMs: (lane.writer.samples * 1000) / sampleRate }
    finished.push(recorded)
    return recorded
  }

  const openLane = async (legId: string) => {
    const path = join(directory, `${recordingId}.${legId}.wav`)
    const writer = await createWavWriter(path, sampleRate)
    if (isFinished) {
      await writer.finish()
      throw new Error('The recording has ended.')
    }
    writer.pad(frames * frameSamples)
    const block = new Int16Array(sampleRate)
    const written = Promise.resolve()
    lanes.set(legId, {
      legId,
      path,
      writer,
      block,
      filled: 0,
      blocksUnderWay: 0,
      written,
      failed: false,
      resampler: null,
    })
  }

  return {
    async addLane(legId) {
      if (lanes.has(legId)) return
      const opened = openLane(legId)
      opening.set(legId, opened)
      await opened.finally(() => opening.delete(legId))
    },
    write(saidBy, from) {
      frames++
      for (const lane of lanes.values()) {
        const said = saidBy(lane.legId)
        if (said) lane.block.set(resampled(lane, said, from), lane.filled)
        else lane.block.fill(0, lane.filled, lane.filled + frameSamples)
        lane.filled += frameSamples
        if (lane.filled === lane.block.length) flush(lane)
      }
    },
    finishLane,
    async finish() {
      isFinished = true
      await Promise.all([...lanes.keys()].map(finishLane))
      return finished
    },
  }
}

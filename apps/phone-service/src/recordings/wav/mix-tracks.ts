import { setImmediate } from 'node:timers/promises'
import { createConcurrencyLimit, createWavHeader, wavHeaderBytes } from '@parley/primitives'
import type { Audio } from '../store/recording-store.ts'
import { createForwardReader, type ForwardReader } from './forward-reader.ts'
import { readWavHeader, type WavFile } from './wav.ts'

interface Track {
  open(): Promise<Audio>
  readonly offsetMs: number
}

interface PositionedTrack {
  readonly audio: Audio
  readonly header: WavFile
  /** Offset of the track in the mix, in samples. */
  readonly firstSample: number
  readonly samples: number
}

type OpenTrack = PositionedTrack & { readonly reader: ForwardReader }

const bytesPerSample = 2
const blockSamples = 16_384
/** A call can have hundreds of tracks, and the node has one limit of open files for all its calls. */
const maxConcurrentHeaders = 10

/**
 * Mixes all tracks of a call into one WAV file. The mix is computed on read, so any range can be read without
 * the rest. A track is open while the mix is within it, so that only tracks of the same time are open.
 *
 * Sample rates may differ by an integer factor. Tracks with a lower rate are upsampled by repeating samples.
 */
export async function mixTracks(tracks: readonly Track[]): Promise<Audio> {
  const limit = createConcurrencyLimit(maxConcurrentHeaders)
  const withHeaders = await Promise.all(tracks.map((track) => limit(() => readHeader(track))))
  const sampleRate = Math.max(...withHeaders.map(({ header }) => header.sampleRate))
  const positioned = withHeaders.map(({ audio, header, offsetMs }) => {
    const factor = sampleRate / header.sampleRate
    const samples = Math.floor((header.dataBytes / bytesPerSample) * factor)
    return { audio, header, samples, firstSample: Math.round((offsetMs * sampleRate) / 1000) }
  })
  const totalSamples = Math.max(...positioned.map(({ firstSample, samples }) => firstSample + samples))
  const wavHeader = Buffer.from(createWavHeader(sampleRate, totalSamples * bytesPerSample))

  return {
    totalBytes: wavHeaderBytes + totalSamples * bytesPerSample,
    async *read(start, end) {
      if (start < wavHeaderBytes) yield wavHeader.subarray(start, Math.min(end + 1, wavHeaderBytes))
      if (end < wavHeaderBytes) return

      const bytes = { first: Math.max(0, start - wavHeaderBytes), last: end - wavHeaderBytes }
      const opened = positioned.map((track) => openTrack(track, sampleRate, bytes))
      try {
        yield* mixBytes(opened, sampleRate, bytes)
      } finally {
        await Promise.all(opened.map(({ reader }) => reader.close()))
      }
    },
  }
}

async function readHeader({ open, offsetMs }: Track) {
  const audio = await open()
  return { audio, header: await readWavHeader(audio), offsetMs }
}

/** The bytes of the mix that are read, without its header. */
interface MixedBytes {
  readonly first: number
  readonly last: number
}

/** Opens a track for the bytes of the mix. Its source is opened when the mix reaches the track. */
function openTrack(track: PositionedTrack, sampleRate: number, { first, last }: MixedBytes): OpenTrack {
  const { audio, header, firstSample, samples } = track
  const from = Math.max(0, Math.floor(first / bytesPerSample) - firstSample)
  const to = Math.min(samples, Math.floor(last / bytesPerSample) + 1 - firstSample)
  const start = toSourceByte(header, sampleRate, from)
  const end = toSourceByte(header, sampleRate, to - 1) + bytesPerSample - 1
  return { ...track, reader: createForwardReader(audio.read(start, end), start) }
}

/** Returns the position of the source of a sample of the mix. */
function toSourceByte(header: WavFile, sampleRate: number, sample: number): number {
  return header.dataOffset + Math.floor((sample * header.sampleRate) / sampleRate) * bytesPerSample
}

async function* mixBytes(
  tracks: readonly OpenTrack[],
  sampleRate: number,
  bytes: MixedBytes,
): AsyncGenerator<Buffer> {
  const lastSample = Math.floor(bytes.last / bytesPerSample)
  const remaining = new Set(tracks)
  for (let first = Math.floor(bytes.first / bytesPerSample); first <= lastSample; first += blockSamples) {
    const count = Math.min(blockSamples, lastSample - first + 1)
    const sum = new Int32Array(count)
    for (const track of remaining) {
      await addTrack(sum, track, sampleRate, first)
      if (track.firstSample + track.samples > first + count) continue
      remaining.delete(track)
      await track.reader.close()
    }

    const block = toBytes(sum)
    const skip = Math.max(0, bytes.first - first * bytesPerSample)
    const keep = Math.min(block.length, bytes.last + 1 - first * bytesPerSample)
    yield block.subarray(skip, keep)
    // Mixing the next block from bytes that are read already would not let anything else run.
    await setImmediate()
  }
}

/** Adds the samples of a track to a block of the mix that starts at sample `first`. */
async function addTrack(sum: Int32Array, track: OpenTrack, sampleRate: number, first: number): Promise<void> {
  const factor = sampleRate / track.header.sampleRate
  const from = Math.max(0, first - track.firstSample)
  const to = Math.min(track.samples, first + sum.length - track.firstSample)
  if (to <= from) return

  const sourceFrom = Math.floor(from / factor)
  const length = (Math.ceil(to / factor) - sourceFrom) * bytesPerSample
  const bytes = await track.reader.readAt(toSourceByte(track.header, sampleRate, from), length)
  if (bytes.length < length) throw new Error('A track is shorter than its header.')
  // A copy, because the samples of the stream need not be aligned.
  const samples = new Int16Array(new Uint8Array(bytes).buffer)
  const at = track.firstSample - first
  for (let sample = from; sample < to; sample += 1) {
    const source = Math.floor(sample / factor) - sourceFrom
    sum[sample + at] = (sum[sample + at] ?? 0) + (samples[source] ?? 0)
  }
}

/** Returns the samples as 16-bit PCM. Those that are too loud for it are limited. */
function toBytes(sum: Int32Array): Buffer {
  const samples = new Int16Array(sum.length)
  for (let index = 0; index < sum.length; index += 1)
    samples[index] = Math.max(-32_768, Math.min(32_767, sum[index] ?? 0))
  return Buffer.from(samples.buffer)
}

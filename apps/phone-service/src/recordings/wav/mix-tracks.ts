import { type FileHandle, open } from 'node:fs/promises'
import { createWavHeader, required, wavHeaderBytes } from '@parley/primitives'
import { readWavHeader, type WavFile } from './wav.ts'

interface Track {
  readonly path: string
  readonly offsetMs: number
}

interface OpenTrack {
  readonly header: WavFile
  readonly file: FileHandle
  /** Offset of the track in the mix, in samples. */
  readonly firstSample: number
  readonly samples: number
}

const bytesPerSample = 2
const blockSamples = 16_384

/**
 * Mixes all tracks of a call into one WAV file. The mix is computed on read, so any range can be read without
 * the rest.
 *
 * Sample rates may differ by an integer factor. Tracks with a lower rate are upsampled by repeating samples.
 */
export async function mixTracks(tracks: readonly Track[]) {
  const headers = await Promise.all(tracks.map(({ path }) => readWavHeader(path)))
  const sampleRate = Math.max(...headers.map((header) => header.sampleRate))
  const positioned = tracks.map((track, index) => {
    const header = required(headers[index], 'the header of a track')
    const factor = sampleRate / header.sampleRate
    const samples = Math.floor((header.dataBytes / bytesPerSample) * factor)
    return { ...track, header, samples, firstSample: Math.round((track.offsetMs * sampleRate) / 1000) }
  })
  const totalSamples = Math.max(...positioned.map(({ firstSample, samples }) => firstSample + samples))
  const wavHeader = Buffer.from(createWavHeader(sampleRate, totalSamples * bytesPerSample))

  return {
    totalBytes: wavHeaderBytes + totalSamples * bytesPerSample,
    async *read(start: number, end: number): AsyncGenerator<Buffer> {
      if (start < wavHeaderBytes) yield wavHeader.subarray(start, Math.min(end + 1, wavHeaderBytes))
      if (end < wavHeaderBytes) return

      const opened: OpenTrack[] = []
      try {
        for (const track of positioned) opened.push({ ...track, file: await open(track.path, 'r') })
        yield* mixBytes(opened, sampleRate, Math.max(0, start - wavHeaderBytes), end - wavHeaderBytes)
      } finally {
        await Promise.all(opened.map(({ file }) => file.close()))
      }
    },
  }
}

async function* mixBytes(
  tracks: readonly OpenTrack[],
  sampleRate: number,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  const lastSample = Math.floor(end / bytesPerSample)
  for (let first = Math.floor(start / bytesPerSample); first <= lastSample; first += blockSamples) {
    const count = Math.min(blockSamples, lastSample - first + 1)
    const sum = new Int32Array(count)
    for (const track of tracks) await addTrack(sum, track, sampleRate, first)

    const block = Buffer.alloc(count * bytesPerSample)
    sum.forEach((sample, index) => {
      block.writeInt16LE(Math.max(-32_768, Math.min(32_767, sample)), index * bytesPerSample)
    })
    const skip = Math.max(0, start - first * bytesPerSample)
    const keep = Math.min(block.length, end + 1 - first * bytesPerSample)
    yield block.subarray(skip, keep)
  }
}

/** Adds the samples of a track to a block of the mix that starts at sample `first`. */
async function addTrack(sum: Int32Array, track: OpenTrack, sampleRate: number, first: number): Promise<void> {
  const factor = sampleRate / track.header.sampleRate
  const from = Math.max(0, first - track.firstSample)
  const to = Math.min(track.samples, first + sum.length - track.firstSample)
  if (to <= from) return

  const sourceFrom = Math.floor(from / factor)
  const bytes = Buffer.alloc((Math.ceil(to / factor) - sourceFrom) * bytesPerSample)
  await track.file.read(bytes, 0, bytes.length, track.header.dataOffset + sourceFrom * bytesPerSample)
  const at = track.firstSample - first
  for (let sample = from; sample < to; sample += 1) {
    const source = Math.floor(sample / factor) - sourceFrom
    sum[sample + at] = (sum[sample + at] ?? 0) + bytes.readInt16LE(source * bytesPerSample)
  }
}

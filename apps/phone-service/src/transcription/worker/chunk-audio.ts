import { createWavHeader, wavHeaderBytes } from '@parley/primitives'
import { ProviderError, type SentAudio } from '../../model-providers/index.ts'
import type { Audio, WavFile } from '../../recordings/index.ts'
import { joinMs, measureChunk, type Span } from './plan-chunks.ts'

const bytesPerSample = 2

/** Returns the WAV file of a chunk, which is read from the recording while it is sent. */
export function createChunkAudio(audio: Audio, header: WavFile, spans: readonly Span[]): SentAudio {
  const { sampleRate } = header
  const toBytes = (ms: number) => Math.round((ms * sampleRate) / 1_000) * bytesPerSample
  const silence = Buffer.alloc(toBytes(joinMs))
  // Of its own length each, so that the sum is that of the file.
  const parts = spans.map(({ startMs, endMs }) => {
    const start = Math.min(toBytes(startMs), header.dataBytes)
    return { start, length: Math.min(toBytes(endMs), header.dataBytes) - start }
  })
  const dataBytes =
    parts.reduce((sum, { length }) => sum + length, 0) + silence.length * Math.max(0, parts.length - 1)

  return {
    totalBytes: wavHeaderBytes + dataBytes,
    durationMs: measureChunk(spans),
    async *read() {
      yield createWavHeader(sampleRate, dataBytes)
      for (const [index, { start, length }] of parts.entries()) {
        if (index > 0) yield silence
        const first = header.dataOffset + start
        if (length > 0) yield* readExactly(audio, first, length)
      }
    },
  }
}

/** @throws {ProviderError} `audio-unavailable` */
async function* readExactly(audio: Audio, first: number, length: number): AsyncGenerator<Buffer> {
  let missing = length
  try {
    for await (const bytes of audio.read(first, first + length - 1)) {
      missing -= bytes.length
      yield bytes
    }
  } catch {
    throw new ProviderError('audio-unavailable')
  }
  if (missing !== 0) throw new ProviderError('audio-unavailable')
}

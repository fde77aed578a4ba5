import type { Audio } from '../store/recording-store.ts'
import { createForwardReader } from './forward-reader.ts'
import { readWavHeader } from './wav.ts'

const blockBytes = 256 * 1024

interface Samples {
  readonly sampleRate: number
  readonly totalSamples: number
  /** Blocks of 131,072 samples; the last one is shorter. */
  readonly blocks: AsyncIterable<Int16Array>
}

/**
 * Reads the samples of a WAV file as a stream.
 *
 * @throws {Error} when it is not a WAV file of 16-bit mono PCM
 */
export async function readSamples(audio: Audio): Promise<Samples> {
  const { sampleRate, dataOffset, dataBytes } = await readWavHeader(audio)
  return { sampleRate, totalSamples: dataBytes / 2, blocks: readBlocks(audio, dataOffset, dataBytes) }
}

async function* readBlocks(
  audio: Audio,
  dataOffset: number,
  dataBytes: number,
): AsyncGenerator<Int16Array, void> {
  if (dataBytes === 0) return
  const reader = createForwardReader(audio.read(dataOffset, dataOffset + dataBytes - 1), 0)
  try {
    for (let at = 0; at < dataBytes; ) {
      const bytes = await reader.readAt(at, Math.min(blockBytes, dataBytes - at))
      if (bytes.length < 2) break
      // A copy, because the samples of the stream need not be aligned.
      yield new Int16Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 1)
      at += bytes.length & ~1
    }
  } finally {
    await reader.close()
  }
}

import { parseWavHeader, type WavHeader } from '@parley/primitives'
import type { Audio } from '../store/recording-store.ts'

/** The part of a WAV file that is stored. */
export interface WavFile extends WavHeader {
  readonly durationMs: number
}

/** Larger than any header that the engine writes. */
const maxHeaderBytes = 4096

/**
 * Reads the header of a WAV file with 16-bit mono PCM. A data length beyond the end of the file is truncated.
 *
 * @throws {Error} when it is not such a WAV file.
 */
export async function readWavHeader({ totalBytes, read }: Audio): Promise<WavFile> {
  const chunks: Buffer[] = []
  const end = Math.min(totalBytes, maxHeaderBytes) - 1
  if (end >= 0) for await (const chunk of read(0, end)) chunks.push(chunk)
  const header = parseWavHeader(Buffer.concat(chunks))
  if (!header) throw new Error('The file is not a WAV file of 16-bit mono PCM.')
  const dataBytes = Math.min(header.dataBytes, totalBytes - header.dataOffset) & ~1
  return { ...header, dataBytes, durationMs: Math.round((dataBytes / 2 / header.sampleRate) * 1000) }
}

import { open } from 'node:fs/promises'
import { parseWavHeader, type WavHeader } from '@parley/primitives'

/** The part of a WAV file that exists on disk. */
export interface WavFile extends WavHeader {
  readonly durationMs: number
}

/** Larger than any header that the engine writes. */
const maxHeaderBytes = 4096

/**
 * Reads the header of a WAV file with 16-bit mono PCM. A data length beyond the end of the file is truncated.
 *
 * @throws {Error} when the file is missing or is not such a WAV file.
 */
export async function readWavHeader(path: string): Promise<WavFile> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(maxHeaderBytes)
    const { bytesRead } = await file.read(head, 0, maxHeaderBytes, 0)
    const header = parseWavHeader(head.subarray(0, bytesRead))
    if (!header) throw new Error('The file is not a WAV file of 16-bit mono PCM.')
    const { size } = await file.stat()
    const dataBytes = Math.min(header.dataBytes, size - header.dataOffset) & ~1
    return { ...header, dataBytes, durationMs: Math.round((dataBytes / 2 / header.sampleRate) * 1000) }
  } finally {
    await file.close()
  }
}

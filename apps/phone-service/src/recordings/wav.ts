import { open } from 'node:fs/promises'

/** Header of a WAV file with 16-bit mono PCM. `dataOffset` is in bytes. */
export interface WavHeader {
  readonly sampleRate: number
  readonly dataOffset: number
  readonly dataBytes: number
  readonly durationMs: number
}

/** Larger than any header that the engine writes. */
const maxHeaderBytes = 4096

/**
 * Reads the header of a WAV file with 16-bit mono PCM. A data length beyond the end of the file is truncated.
 *
 * @throws {Error} when the file is missing or is not such a WAV file.
 */
export async function readWavHeader(path: string): Promise<WavHeader> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(maxHeaderBytes)
    const { bytesRead } = await file.read(head, 0, maxHeaderBytes, 0)
    const { size } = await file.stat()
    return parseWavHeader(head.subarray(0, bytesRead), size)
  } finally {
    await file.close()
  }
}

/** Creates the header of a WAV file with 16-bit mono PCM and `dataBytes` bytes of samples. */
export function createWavHeader(sampleRate: number, dataBytes: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + dataBytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(dataBytes, 40)
  return header
}

function parseWavHeader(head: Buffer, fileBytes: number): WavHeader {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') {
    throw new Error('The file is not a WAV file.')
  }
  let sampleRate = 0
  for (let at = 12; at + 8 <= head.length; ) {
    const chunk = head.toString('latin1', at, at + 4)
    const length = head.readUInt32LE(at + 4)
    if (chunk === 'fmt ') sampleRate = parseSampleRate(head, at + 8)
    if (chunk === 'data' && sampleRate > 0) {
      const dataOffset = at + 8
      const dataBytes = Math.min(length, fileBytes - dataOffset) & ~1
      return {
        sampleRate,
        dataOffset,
        dataBytes,
        durationMs: Math.round((dataBytes / 2 / sampleRate) * 1000),
      }
    }
    at += 8 + length + (length & 1)
  }
  throw new Error('The WAV file has no samples.')
}

function parseSampleRate(head: Buffer, at: number): number {
  const isPcm16Mono =
    head.readUInt16LE(at) === 1 && head.readUInt16LE(at + 2) === 1 && head.readUInt16LE(at + 14) === 16
  if (!isPcm16Mono) throw new Error('The WAV file is not 16-bit mono PCM.')
  return head.readUInt32LE(at + 4)
}

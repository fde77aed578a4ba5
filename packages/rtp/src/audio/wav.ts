import { type FileHandle, open } from 'node:fs/promises'
import { createWavHeader, parseWavHeader, wavHeaderBytes } from '@parley/primitives'

/** Decoded mono audio. */
export interface WavAudio {
  readonly sampleRate: number
  readonly pcm: Int16Array
}

/** Writes a 16-bit mono PCM WAV file incrementally. */
export interface WavWriter {
  /**
   * Appends samples. Copies them, so the caller may reuse the array. Call it again only after the previous
   * call resolved; samples of a failed write do not count.
   */
  append(pcm: Int16Array): Promise<void>
  /** Appends silence as a sparse region: it takes no disk space until samples follow it. */
  pad(samples: number): void
  readonly samples: number
  /** Writes the length into the header and closes the file. */
  finish(): Promise<void>
}

const bytesPerSample = 2

/**
 * Creates the file; throws when it exists. The header declares no samples until `finish`; {@link recoverWav}
 * repairs a file that was not finished.
 */
export async function createWavWriter(path: string, sampleRate: number): Promise<WavWriter> {
  const file = await open(path, 'wx', 0o600)
  await file.write(createWavHeader(sampleRate, 0), 0, wavHeaderBytes, 0)
  let samples = 0

  return {
    async append(pcm) {
      const bytes = Buffer.from(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength))
      await writeAll(file, bytes, wavHeaderBytes + samples * bytesPerSample)
      samples += pcm.length
    },
    pad(count) {
      samples += count
    },
    get samples() {
      return samples
    },
    async finish() {
      try {
        await file.truncate(wavHeaderBytes + samples * bytesPerSample)
        await file.write(createWavHeader(sampleRate, samples * bytesPerSample), 0, wavHeaderBytes, 0)
        await file.sync()
      } finally {
        await file.close()
      }
    },
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, at + written)
    written += bytesWritten
  }
}

/**
 * Repairs the header of a file whose writer ended without `finish`. A finished file is not changed.
 *
 * @returns the duration in milliseconds, or null when the file was not created by {@link createWavWriter}.
 */
export async function recoverWav(path: string): Promise<number | null> {
  await using file = await open(path, 'r+')
  const start = Buffer.alloc(wavHeaderBytes)
  const { bytesRead } = await file.read(start, 0, wavHeaderBytes, 0)
  const sampleRate = start.readUInt32LE(24)
  const expected = createWavHeader(sampleRate, start.readUInt32LE(40))
  if (bytesRead < wavHeaderBytes || sampleRate === 0 || !start.equals(expected)) return null

  const { size } = await file.stat()
  const dataBytes = size - wavHeaderBytes - ((size - wavHeaderBytes) % bytesPerSample)
  if (dataBytes !== start.readUInt32LE(40)) {
    await file.truncate(wavHeaderBytes + dataBytes)
    await file.write(createWavHeader(sampleRate, dataBytes), 0, wavHeaderBytes, 0)
    await file.sync()
  }
  return (dataBytes / bytesPerSample / sampleRate) * 1000
}

/**
 * Parses 16-bit mono PCM. Returns null for any other format. Limits a declared length to the bytes present.
 */
export function readWav(bytes: Buffer): WavAudio | null {
  const header = parseWavHeader(bytes)
  if (!header) return null
  const { sampleRate, dataOffset, dataBytes } = header
  return { sampleRate, pcm: toPcm(bytes.subarray(dataOffset, dataOffset + dataBytes)) }
}

function toPcm(body: Buffer): Int16Array {
  const even = body.subarray(0, body.length - (body.length % bytesPerSample))
  // The copy is aligned to 16 bits; a view into a larger buffer may not be.
  return new Int16Array(new Uint8Array(even).buffer)
}

import { type FileHandle, open } from 'node:fs/promises'

/** Decoded mono audio. */
export interface WavAudio {
  readonly sampleRate: number
  readonly pcm: Int16Array
}

/** Writes a 16-bit mono PCM WAV file incrementally. */
export interface WavWriter {
  /**
   * Appends samples. Copies them, so the caller may reuse the array. Call it again only after the previous call
   * resolved; samples of a failed write do not count.
   */
  append(pcm: Int16Array): Promise<void>
  /** Appends silence as a sparse region: it takes no disk space until samples follow it. */
  pad(samples: number): void
  readonly samples: number
  /** Writes the length into the header and closes the file. */
  finish(): Promise<void>
}

const headerBytes = 44
const pcmFormat = 1
const bytesPerSample = 2

/**
 * Creates the file; throws when it exists. The header declares no samples until `finish`; {@link recoverWav} repairs a
 * file that was not finished.
 */
export async function createWavWriter(path: string, sampleRate: number): Promise<WavWriter> {
  const file = await open(path, 'wx', 0o600)
  await file.write(header(sampleRate, 0), 0, headerBytes, 0)
  let samples = 0

  return {
    async append(pcm) {
      const bytes = Buffer.from(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength))
      await writeAll(file, bytes, headerBytes + samples * bytesPerSample)
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
        await file.truncate(headerBytes + samples * bytesPerSample)
        await file.write(header(sampleRate, samples * bytesPerSample), 0, headerBytes, 0)
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
  const start = Buffer.alloc(headerBytes)
  const { bytesRead } = await file.read(start, 0, headerBytes, 0)
  const sampleRate = start.readUInt32LE(24)
  const expected = header(sampleRate, start.readUInt32LE(40))
  if (bytesRead < headerBytes || sampleRate === 0 || !expected.equals(start)) return null

  const { size } = await file.stat()
  const dataBytes = size - headerBytes - ((size - headerBytes) % bytesPerSample)
  if (dataBytes !== start.readUInt32LE(40)) {
    await file.truncate(headerBytes + dataBytes)
    await file.write(header(sampleRate, dataBytes), 0, headerBytes, 0)
    await file.sync()
  }
  return (dataBytes / bytesPerSample / sampleRate) * 1000
}

/** Parses 16-bit mono PCM. Returns null for any other format. Limits a declared length to the bytes present. */
export function readWav(bytes: Buffer): WavAudio | null {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  if (bytes.toString('latin1', 8, 12) !== 'WAVE') return null
  let sampleRate: number | null = null
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'fmt ') sampleRate = mono16SampleRate(body)
    if (name === 'data') return sampleRate === null ? null : { sampleRate, pcm: toPcm(body) }
    at += 8 + length + (length % 2)
  }
  return null
}

function mono16SampleRate(format: Buffer): number | null {
  if (format.length < 16 || format.readUInt16LE(0) !== pcmFormat || format.readUInt16LE(2) !== 1) return null
  return format.readUInt16LE(14) === 16 ? format.readUInt32LE(4) : null
}

function toPcm(body: Buffer): Int16Array {
  const even = body.subarray(0, body.length - (body.length % bytesPerSample))
  // The copy is aligned to 16 bits; a view into a larger buffer may not be.
  return new Int16Array(new Uint8Array(even).buffer)
}

function header(sampleRate: number, dataBytes: number): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(dataBytes + headerBytes - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(pcmFormat, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(sampleRate * bytesPerSample, 28)
  bytes.writeUInt16LE(bytesPerSample, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(dataBytes, 40)
  return bytes
}

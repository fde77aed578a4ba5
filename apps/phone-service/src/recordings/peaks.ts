import { open } from 'node:fs/promises'
import { readWavHeader } from './wav.ts'

const blockBytes = 256 * 1024

/** Returns the peak level of each of `count` equal sections of a WAV file, from 0 to 1. */
export async function readPeaks(path: string, count: number): Promise<number[]> {
  const { dataOffset, dataBytes } = await readWavHeader(path)
  const samples = dataBytes / 2
  const peaks = new Array<number>(count).fill(0)
  const file = await open(path, 'r')
  try {
    const block = Buffer.alloc(blockBytes)
    for (let at = 0; at < dataBytes; ) {
      const { bytesRead } = await file.read(block, 0, Math.min(blockBytes, dataBytes - at), dataOffset + at)
      if (bytesRead < 2) break
      for (let index = 0; index + 1 < bytesRead; index += 2) {
        const stretch = Math.min(count - 1, Math.floor((((at + index) / 2) * count) / samples))
        const level = Math.abs(block.readInt16LE(index)) / 32_768
        if (level > (peaks[stretch] ?? 0)) peaks[stretch] = level
      }
      at += bytesRead & ~1
    }
  } finally {
    await file.close()
  }
  return peaks.map((peak) => Math.round(peak * 1000) / 1000)
}

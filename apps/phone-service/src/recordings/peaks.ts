import { open } from 'node:fs/promises'
import { createConcurrencyLimit } from '@parley/primitives'
import { readWavHeader } from './wav.ts'

const blockBytes = 256 * 1024

/** A recording of an hour is read completely, so many concurrent requests would delay everything else. */
const limitScans = createConcurrencyLimit(2)

/** Returns the peak level of each of `count` equal sections of a WAV file, from 0 to 1. */
export async function readPeaks(path: string, count: number): Promise<number[]> {
  return await limitScans(() => scanPeaks(path, count))
}

async function scanPeaks(path: string, count: number): Promise<number[]> {
  const { dataOffset, dataBytes } = await readWavHeader(path)
  const samples = dataBytes / 2
  const peaks = new Array<number>(count).fill(0)
  const file = await open(path, 'r')
  try {
    const block = new Int16Array(blockBytes / 2)
    for (let at = 0; at < dataBytes; ) {
      const { bytesRead } = await file.read(block, 0, Math.min(blockBytes, dataBytes - at), dataOffset + at)
      if (bytesRead < 2) break
      addPeaks(peaks, block.subarray(0, bytesRead >> 1), at / 2, samples)
      at += bytesRead & ~1
    }
  } finally {
    await file.close()
  }
  return peaks.map((peak) => Math.round((peak / 32_768) * 1000) / 1000)
}

/** Raises the peaks to the levels of a block that begins at sample `first` of `samples`. */
function addPeaks(peaks: number[], block: Int16Array, first: number, samples: number): void {
  for (let at = 0; at < block.length; ) {
    const section = Math.min(peaks.length - 1, Math.floor(((first + at) * peaks.length) / samples))
    const next = Math.ceil(((section + 1) * samples) / peaks.length) - first
    const end = Math.min(block.length, Math.max(next, at + 1))
    let peak = peaks[section] ?? 0
    for (; at < end; at++) peak = Math.max(peak, Math.abs(block[at] ?? 0))
    peaks[section] = peak
  }
}

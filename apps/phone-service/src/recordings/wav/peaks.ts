import { createConcurrencyLimit } from '@parley/primitives'
import type { Audio } from '../store/recording-store.ts'
import { readSamples } from './read-samples.ts'

/** The sections of a scan: the most that a client can request. */
const scannedSections = 4_000

/** A recording of an hour is read completely, so many concurrent requests would delay everything else. */
const limitScans = createConcurrencyLimit(2)

interface Scan {
  readonly levels: Promise<Uint16Array>
  readonly stop: AbortController
  /** Requests that wait for the levels. */
  waiting: number
}

interface PeaksSource {
  readonly key: string
  /** Called when the audio has not been read before. */
  open(): Promise<Audio>
}

/** Reads the peak level of each of `count` equal sections of a WAV file, from 0 to 1. */
export type PeaksReader = (source: PeaksSource, count: number, disconnected: AbortSignal) => Promise<number[]>

/**
 * Creates a reader that scans each file once and stores the levels of the last `maxStored` files, 8 kB each.
 * The files must be final. A scan that no request waits for any more stops.
 */
export function createPeaksReader(maxStored: number): PeaksReader {
  const scans = new Map<string, Scan>()

  function startScan({ open }: PeaksSource): Scan {
    const stop = new AbortController()
    const levels = limitScans(async () => scanLevels(await open(), stop.signal))
    return { levels, stop, waiting: 0 }
  }

  function removeScan(key: string, scan: Scan): void {
    if (scans.get(key) === scan) scans.delete(key)
  }

  return async (source, count, disconnected) => {
    disconnected.throwIfAborted()
    const { key } = source
    const scan = scans.get(key) ?? startScan(source)
    // The map is in the order of the last requests.
    scans.delete(key)
    scans.set(key, scan)
    const [oldest] = scans.keys()
    if (oldest !== undefined && scans.size > maxStored) scans.delete(oldest)

    scan.waiting += 1
    const stopWaiting = () => {
      scan.waiting -= 1
      if (scan.waiting > 0) return
      scan.stop.abort()
      removeScan(key, scan)
    }
    disconnected.addEventListener('abort', stopWaiting, { once: true })
    try {
      return summarize(await scan.levels, count)
    } catch (error) {
      removeScan(key, scan)
      throw error
    } finally {
      disconnected.removeEventListener('abort', stopWaiting)
    }
  }
}

/** Returns the peaks of `count` sections, from 0 to 1. A level at the border of two sections counts in both. */
function summarize(levels: Uint16Array, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const first = Math.floor((index * levels.length) / count)
    const next = Math.ceil(((index + 1) * levels.length) / count)
    const peak = levels.subarray(first, next).reduce((before, level) => Math.max(before, level), 0)
    return Math.round((peak / 32_768) * 1000) / 1000
  })
}

async function scanLevels(audio: Audio, stop: AbortSignal): Promise<Uint16Array> {
  stop.throwIfAborted()
  const { totalSamples, blocks } = await readSamples(audio)
  const levels = new Uint16Array(scannedSections)
  let first = 0
  for await (const block of blocks) {
    stop.throwIfAborted()
    addLevels(levels, block, first, totalSamples)
    first += block.length
  }
  return levels
}

/** Raises the levels to those of a block that begins at sample `first` of `samples`. */
function addLevels(levels: Uint16Array, block: Int16Array, first: number, samples: number): void {
  for (let at = 0; at < block.length; ) {
    const section = Math.min(levels.length - 1, Math.floor(((first + at) * levels.length) / samples))
    const next = Math.ceil(((section + 1) * samples) / levels.length) - first
    const end = Math.min(block.length, Math.max(next, at + 1))
    let peak = levels[section] ?? 0
    for (; at < end; at++) peak = Math.max(peak, Math.abs(block[at] ?? 0))
    levels[section] = peak
  }
}

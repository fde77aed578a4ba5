import { required } from '@parley/primitives'

/** Histogram of frame lateness in tenths of a millisecond, with constant memory. */
export interface FrameLateness {
  add(latenessMs: number): void
  /** Returns the statistics since the last call and resets them. */
  take(): { readonly p99Ms: number; readonly maxMs: number }
}

const bucketsPerMs = 10
const histogramRangeMs = 200

export function createFrameLateness(): FrameLateness {
  const buckets = new Uint32Array(histogramRangeMs * bucketsPerMs + 1)
  let count = 0
  let maxMs = 0

  return {
    add(latenessMs) {
      const bucket = Math.max(0, Math.min(buckets.length - 1, Math.floor(latenessMs * bucketsPerMs)))
      buckets[bucket] = required(buckets[bucket], 'the bucket of the histogram') + 1
      count++
      if (latenessMs > maxMs) maxMs = latenessMs
    },
    take() {
      let seen = 0
      let p99Ms = 0
      for (const [bucket, frames] of buckets.entries()) {
        if (seen >= count * 0.99) break
        seen += frames
        p99Ms = (bucket + 1) / bucketsPerMs
      }
      const taken = { p99Ms: count === 0 ? 0 : p99Ms, maxMs }
      buckets.fill(0)
      count = 0
      maxMs = 0
      return taken
    },
  }
}

/** FIFO of decoded samples: packets are not always as long as a frame. */
export interface PcmQueue {
  add(pcm: Int16Array): void
  /** Returns the oldest samples as a view that the next `add` may overwrite; null when there are fewer. */
  take(samples: number): Int16Array | null
  clear(): void
  readonly length: number
}

export function createPcmQueue(): PcmQueue {
  let samples = new Int16Array(4096)
  let start = 0
  let end = 0

  return {
    add(pcm) {
      if (end + pcm.length > samples.length) {
        const grown =
          end - start + pcm.length > samples.length ? new Int16Array(2 * (end - start + pcm.length)) : samples
        grown.set(samples.subarray(start, end))
        samples = grown
        end -= start
        start = 0
      }
      samples.set(pcm, end)
      end += pcm.length
    },
    take(count) {
      if (end - start < count) return null
      start += count
      return samples.subarray(start - count, start)
    },
    clear() {
      start = 0
      end = 0
    },
    get length() {
      return end - start
    },
  }
}

/** Cross-fades two segments of equal length into the duration of one. */
export function merge(first: Int16Array, second: Int16Array): Int16Array {
  return second.map((sample, i) => {
    const weight = (i + 0.5) / second.length
    return (first[i] ?? 0) * (1 - weight) + sample * weight
  })
}

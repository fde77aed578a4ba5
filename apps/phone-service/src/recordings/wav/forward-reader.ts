export interface ForwardReader {
  /** Returns `length` bytes from `position`, fewer at the end. Positions must not decrease. */
  readAt(position: number, length: number): Promise<Buffer>
  /** Ends the stream. */
  close(): Promise<void>
}

/** Creates a reader of a stream whose first byte has the position `start`. */
export function createForwardReader(chunks: AsyncIterable<Buffer>, start: number): ForwardReader {
  const iterator = chunks[Symbol.asyncIterator]()
  let buffered = Buffer.alloc(0)
  let bufferedAt = start
  return {
    async readAt(position, length) {
      while (bufferedAt + buffered.length < position + length) {
        const next = await iterator.next()
        if (next.done) break
        const skipped = Math.min(position - bufferedAt, buffered.length)
        buffered = Buffer.concat([buffered.subarray(skipped), next.value])
        bufferedAt += skipped
      }
      return buffered.subarray(position - bufferedAt, position - bufferedAt + length)
    },
    async close() {
      await iterator.return?.()
    },
  }
}

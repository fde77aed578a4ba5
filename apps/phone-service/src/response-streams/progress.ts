/** The part of a stream that a client has read. */
export interface Progress {
  sentBytes: number
  /** When the client has last accepted a part. */
  acceptedAt: number
  /** Whether the next part is ready, or all are, so that the client alone determines how fast it is. */
  waitsForClient: boolean
}

/** Small, so that the progress of a slow client is known. */
const pieceBytes = 64 * 1024

export function createProgress(): Progress {
  return { sentBytes: 0, acceptedAt: performance.now(), waitsForClient: false }
}

export async function* dividePieces(
  parts: AsyncIterable<string | Buffer>,
  progress: Progress,
): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      const piece = bytes.subarray(start, start + pieceBytes)
      progress.waitsForClient = true
      yield piece
      progress.waitsForClient = false
      progress.sentBytes += piece.length
      progress.acceptedAt = performance.now()
    }
  }
  progress.waitsForClient = true
}

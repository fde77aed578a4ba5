import { Readable } from 'node:stream'
import { PhoneError } from '@parley/contract/phone'
import { createUserConcurrencyLimit } from '../request-context/index.ts'

interface ExportLimits {
  readonly maxRunning: number
  /** An export that has run for less time is not ended for another one. */
  readonly minRunMs: number
  readonly checkIntervalMs: number
  /** Rate at which a client must read, in each interval. */
  readonly minBytesPerSecond: number
}

interface RunningExport {
  readonly workspaceId: string
  readonly startedAt: number
  readonly body: Readable
  readonly progress: Progress
}

interface Progress {
  sentBytes: number
  /** Whether the next part is ready, or all are, so that the client alone determines how fast it is. */
  waitsForClient: boolean
}

const retryAfterSeconds = 5
/** Small, so that the progress of a slow client is known. */
const pieceBytes = 64 * 1024

/** As those of other responses. */
const defaultLimits: ExportLimits = {
  maxRunning: 10,
  minRunMs: 10_000,
  checkIntervalMs: 30_000,
  minBytesPerSecond: 8 * 1024,
}

/**
 * Returns a function that starts an export as a stream, which is read as its client reads it. A user runs one at a time
 * and a workspace two. One whose client reads too slowly ends, and so does the slowest one of a node when a workspace
 * without an export starts one and the node runs as many as it may.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS` (the returned function)
 */
export function createExportStreams(limits: ExportLimits = defaultLimits) {
  const startExport = createUserConcurrencyLimit({
    perUser: 1,
    perWorkspace: 2,
    perNode: Number.POSITIVE_INFINITY,
  })
  const running = new Set<RunningExport>()

  const makeRoom = (workspaceId: string) => {
    if (running.size < limits.maxRunning) return
    const all = [...running]
    const canBeEnded = all.filter(({ startedAt }) => performance.now() - startedAt > limits.minRunMs)
    const [slowest] = canBeEnded.toSorted((a, b) => getRate(a) - getRate(b))
    if (!slowest || all.some((each) => each.workspaceId === workspaceId))
      throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds })
    running.delete(slowest)
    slowest.body.destroy()
  }

  return (
    user: { readonly userId: string; readonly workspaceId: string },
    createParts: () => AsyncIterable<string>,
  ): Readable => {
    const { workspaceId } = user
    const end = startExport(user)
    try {
      makeRoom(workspaceId)
    } catch (error) {
      end()
      throw error
    }
    const progress: Progress = { sentBytes: 0, waitsForClient: false }
    const pieces = dividePieces(createParts(), progress)
    const body = Readable.from(pieces, { objectMode: false, highWaterMark: pieceBytes })
    const started = { workspaceId, startedAt: performance.now(), body, progress }
    const timer = endWhenSlow(started, limits)
    running.add(started)
    body.once('close', () => {
      clearInterval(timer)
      running.delete(started)
      end()
    })
    return body
  }
}

function getRate({ startedAt, progress }: RunningExport): number {
  return progress.sentBytes / (performance.now() - startedAt)
}

function endWhenSlow({ body, progress }: RunningExport, limits: ExportLimits): NodeJS.Timeout {
  const minBytes = (limits.checkIntervalMs / 1_000) * limits.minBytesPerSecond
  let checkedBytes = 0
  const check = () => {
    const isSlow = progress.waitsForClient && progress.sentBytes - checkedBytes < minBytes
    checkedBytes = progress.sentBytes
    if (isSlow) body.destroy()
  }
  return setInterval(check, limits.checkIntervalMs).unref()
}

async function* dividePieces(parts: AsyncIterable<string>, progress: Progress): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = Buffer.from(part)
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      const piece = bytes.subarray(start, start + pieceBytes)
      progress.waitsForClient = true
      yield piece
      progress.waitsForClient = false
      progress.sentBytes += piece.length
    }
  }
  progress.waitsForClient = true
}

import type { Readable } from 'node:stream'
import { createResponseStreams } from '../response-streams/index.ts'

interface ExportLimits {
  readonly maxRunning: number
  /** An export that has run for less time is not ended for another one, unless its workspace has several. */
  readonly minRunMs: number
  readonly checkIntervalMs: number
  /** Rate at which a client must read, in each interval. */
  readonly minBytesPerSecond: number
}

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
  const startExport = createResponseStreams({
    perUser: 1,
    perWorkspace: 2,
    perNode: limits.maxRunning,
    owner: 'workspaceId',
    endsFirst: 'slowest',
    minMs: limits.minRunMs,
    checkIntervalMs: limits.checkIntervalMs,
    minBytes: (limits.checkIntervalMs / 1_000) * limits.minBytesPerSecond,
  })

  return (
    user: { readonly userId: string; readonly workspaceId: string },
    createParts: () => AsyncIterable<string>,
  ): Readable => startExport(user).createBody(createParts())
}

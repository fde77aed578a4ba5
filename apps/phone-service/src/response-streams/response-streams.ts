import { Readable } from 'node:stream'
import { createUserConcurrencyLimit, type UseLimits, type UsingUser } from '../request-context/index.ts'
import { createProgress, dividePieces, type Progress } from './progress.ts'

interface ResponseStreamLimits extends UseLimits {
  /** Whose streams are counted together when one ends for another owner, who has none. */
  readonly owner: 'userId' | 'workspaceId'
  /**
   * Which stream of the owner with most ends for another one. `slowest`: one that has been read at the lowest rate.
   * `stalled`: one whose client has read nothing for longest, because a player reads with pauses.
   */
  readonly endsFirst: 'slowest' | 'stalled'
  /** An owner with a single stream keeps it until it has run, or has been stalled, for this time. */
  readonly minMs: number
  readonly checkIntervalMs: number
  /** A stream ends when its client reads less in an interval. */
  readonly minBytes: number
}

/** A response that is read as its client reads it. */
export interface ResponseStream {
  /** Returns the body, which ends when its client reads too slowly. */
  createBody(parts: AsyncIterable<string | Buffer>): Readable
  /** Has no effect after the first call. The end of the body calls it. */
  end(): void
}

interface RunningStream {
  readonly user: UsingUser
  readonly keys: readonly string[]
  readonly startedAt: number
  readonly progress: Progress
  readonly destroy: () => void
}

/**
 * Returns a function that counts a response. When a node, a network or a workspace has as many as it may, one of them ends
 * for an owner without any.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS` (the returned function)
 */
export function createResponseStreams(limits: ResponseStreamLimits): (user: UsingUser) => ResponseStream {
  const { owner } = limits
  const running = new Set<RunningStream>()
  const count = (user: UsingUser) => [...running].filter((each) => each.user[owner] === user[owner]).length

  const makeRoom = (key: string, user: UsingUser): boolean => {
    if (count(user) > 0) return false
    const [found] = [...running]
      .filter((each) => each.keys.includes(key) && (count(each.user) > 1 || canEnd(each, limits)))
      .toSorted((a, b) => count(b.user) - count(a.user) || rank(a, limits) - rank(b, limits))
    found?.destroy()
    return found !== undefined
  }
  const start = createUserConcurrencyLimit(limits, makeRoom)

  return (user) => {
    const use = start(user)
    const progress = createProgress()
    let body: Readable | null = null
    const stream: RunningStream = {
      user,
      keys: use.keys,
      startedAt: performance.now(),
      progress,
      destroy() {
        body?.destroy()
        end()
      },
    }
    const end = () => {
      running.delete(stream)
      use.end()
    }
    running.add(stream)
    return {
      createBody(parts) {
        body = Readable.from(dividePieces(parts, progress), { objectMode: false, highWaterMark: 64 * 1024 })
        // It has been ended for another one before it had a body.
        if (!running.has(stream)) body.destroy()
        const timer = endWhenSlow(body, progress, limits)
        body.once('close', () => {
          clearInterval(timer)
          end()
        })
        return body
      },
      end,
    }
  }
}

/** Whether the only stream of an owner may end for another one. */
function canEnd({ startedAt, progress }: RunningStream, { endsFirst, minMs }: ResponseStreamLimits): boolean {
  const now = performance.now()
  if (endsFirst === 'slowest') return now - startedAt > minMs
  return progress.waitsForClient && now - progress.acceptedAt > minMs
}

/** Of the streams of owners with as many, the one with the lowest number ends. */
function rank({ startedAt, progress }: RunningStream, { endsFirst }: ResponseStreamLimits): number {
  if (endsFirst === 'slowest') return progress.sentBytes / (performance.now() - startedAt)
  return progress.acceptedAt
}

function endWhenSlow(
  body: Readable,
  progress: Progress,
  { checkIntervalMs, minBytes }: ResponseStreamLimits,
): NodeJS.Timeout {
  let checkedBytes = 0
  const check = () => {
    const isSlow = progress.waitsForClient && progress.sentBytes - checkedBytes < minBytes
    checkedBytes = progress.sentBytes
    if (isSlow) body.destroy()
  }
  return setInterval(check, checkIntervalMs).unref()
}

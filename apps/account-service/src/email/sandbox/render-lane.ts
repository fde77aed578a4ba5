import { createFairQueue } from '@parley/server'
import type { RenderRequest, RenderResult } from './render-request.ts'
import { RenderingInterrupted } from './rendering-failed.ts'
import { type SandboxThread, startSandboxThread } from './sandbox-thread.ts'

const limits = { maxWaiting: 200, maxWaitingPerQueue: 50 }
const idleMs = 60_000

/** Renders one request at a time, in its own thread. The owners of projects take turns. */
export interface RenderLane extends AsyncDisposable {
  /**
   * @throws {RenderingInterrupted} without rendering when the queue is full, paused or closed, or the signal aborted;
   *   and when the thread stops
   * @throws {RenderingFailed} when the source is wrong
   */
  render(ownerId: string, request: RenderRequest, signal: AbortSignal | null): Promise<RenderResult>
  /** Rejects the waiting renders of an owner, and new ones until the time has passed. */
  pause(ownerId: string, durationMs: number): void
  isPaused(ownerId: string): boolean
}

export interface RenderLaneOptions {
  readonly renderTimeoutMs: number
  /** Called when a render has made its thread unusable: the next one has to start another thread. */
  readonly onThreadLost: (render: LostRender) => void
}

/** A render that has made its thread unusable. */
export interface LostRender {
  readonly ownerId: string
  readonly error: unknown
  readonly durationMs: number
}

/** Creates a lane whose thread starts on first use and stops when idle. */
export function createRenderLane(options: RenderLaneOptions): RenderLane {
  const createRejection = () =>
    new RenderingInterrupted(
      isClosed ? 'The sandbox stopped.' : 'Too many renders are pending. Try again in a moment.',
    )
  const queue = createFairQueue({ ...limits, createRejection })
  let thread: SandboxThread | null = null
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const stop = async () => {
    clearTimeout(idle)
    const stopped = thread
    thread = null
    await stopped?.terminate()
  }
  const renderNext = async (ownerId: string, request: RenderRequest): Promise<RenderResult> => {
    const startedMs = performance.now()
    clearTimeout(idle)
    thread ??= await startSandboxThread(options.renderTimeoutMs)
    const used = thread
    if (isClosed) {
      await stop()
      throw new RenderingInterrupted('The sandbox stopped.')
    }
    try {
      return await used.render(request)
    } catch (error) {
      if (!used.isUsable) {
        options.onThreadLost({ ownerId, error, durationMs: performance.now() - startedMs })
        await stop()
      }
      throw error
    } finally {
      idle = setTimeout(stop, idleMs).unref()
    }
  }

  return {
    render: (ownerId, request, signal) =>
      queue.enqueue(ownerId, () => renderNext(ownerId, request), { signal }),
    pause: queue.pause,
    isPaused: queue.isPaused,
    async [Symbol.asyncDispose]() {
      isClosed = true
      queue.close()
      await stop()
    },
  }
}

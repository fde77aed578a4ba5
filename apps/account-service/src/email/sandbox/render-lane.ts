import { createFairQueue } from '@parley/server'
import type { RenderRequest, RenderResult } from './render-request.ts'
import { RenderingFailed, RenderingInterrupted } from './rendering-failed.ts'
import { type SandboxThread, startSandboxThread } from './sandbox-thread.ts'

const limits = { maxWaiting: 200, maxWaitingPerQueue: 50 }
const idleMs = 60_000

/** Renders one request at a time, in its own thread. The owners of projects take turns. */
export interface RenderLane extends AsyncDisposable {
  /**
   * Runs a task after those before it.
   *
   * @throws {RenderingInterrupted} without running it when there is no place for it, or its signal is aborted.
   */
  enqueue<T>(ownerId: string, signal: AbortSignal | null, run: () => Promise<T>): Promise<T>
  /** Called by the task whose turn it is. */
  render(request: RenderRequest): Promise<RenderResult>
  /** Rejects the waiting tasks of an owner, and new ones until the time has passed. */
  pause(ownerId: string, durationMs: number): void
}

/** Creates a lane whose thread starts on first use and stops when idle. */
export function createRenderLane(renderTimeoutMs: number): RenderLane {
  const createRejection = () =>
    new RenderingInterrupted('Too many renders are pending. Try again in a moment.')
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
  return {
    enqueue: (ownerId, signal, run) => queue.enqueue(ownerId, run, { signal }),
    async render(request) {
      clearTimeout(idle)
      thread ??= await startSandboxThread(renderTimeoutMs)
      if (isClosed) {
        await stop()
        throw new RenderingInterrupted('The sandbox stopped.')
      }
      try {
        return await thread.render(request)
      } catch (error) {
        if (!(error instanceof RenderingFailed) || error instanceof RenderingInterrupted) await stop()
        throw error
      } finally {
        idle = setTimeout(stop, idleMs).unref()
      }
    },
    pause: queue.pause,
    async [Symbol.asyncDispose]() {
      isClosed = true
      queue.close()
      await stop()
    },
  }
}

import { Worker } from 'node:worker_threads'
import { createFairQueue } from '@parley/server'
import { z } from 'zod'
import type { Outcome } from './interpreter.ts'
import { getSandboxLibraryPath } from './library-path.ts'
import type { RenderRequest, RenderResult, RenderSources } from './render-request.ts'

/** Permanent rendering error caused by the source; the message is for its author. */
export class RenderingFailed extends Error {
  override readonly name = 'RenderingFailed'
}

/** Temporary failure: the queue is full or the sandbox crashed. A retry may succeed. */
export class RenderingInterrupted extends RenderingFailed {}

/** A render that was stopped because it did not end in time. */
class RenderingTookTooLong extends RenderingInterrupted {}

/** Runs custom templates in isolation: no network, files or environment; 1 s of CPU, 64 MB. */
export interface Sandbox extends AsyncDisposable {
  /** @throws {RenderingFailed}, as a {@link RenderingInterrupted} when a retry may succeed. */
  render(sources: RenderSources): Promise<RenderResult>
}

/** The dependencies of operations that render the templates and themes of project owners. */
export interface SandboxService {
  readonly sandbox: Sandbox
}

const maxSourceLength = 256 * 1024
/** Of the HTML and of the text, in UTF-16 code units. */
export const maxHtmlLength = 1024 * 1024
const limits = { maxWaiting: 200, maxWaitingPerQueue: 50 }
/** An owner whose render takes too long gets at most a fifth of the time of the sandbox. */
const pausePerTimeUsed = 4
const maxMessageLength = 500

/**
 * A render is limited to 1 s of CPU time by itself. This timeout covers operations that cannot be
 * interrupted, on a busy machine.
 */
const defaultRenderTimeoutMs = 10_000
/** The start includes loading the library. */
const startTimeoutMs = 60_000
const idleMs = 60_000

const result = z.object({
  html: z.string().max(maxHtmlLength),
  text: z.string().max(maxHtmlLength),
  subject: z.string().max(2_000).nullable(),
  category: z.string().max(100).nullable(),
  previewVariables: z.record(z.string(), z.unknown()),
})

export interface SandboxOptions {
  /** Returns the id of the owner of a project: all projects of one owner share a queue. */
  readonly findOwnerId: (projectId: string) => Promise<string>
  readonly renderTimeoutMs?: number
}

/** Creates a sandbox whose worker thread starts on first use and stops when idle. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { findOwnerId, renderTimeoutMs = defaultRenderTimeoutMs } = options
  let thread: SandboxWorker | null = null
  const queues = createRenderQueues()
  let idle: NodeJS.Timeout | undefined
  let isClosed = false

  const stop = async () => {
    clearTimeout(idle)
    const stopped = thread
    thread = null
    await stopped?.terminate()
  }
  const renderNext = async (sources: RenderRequest): Promise<RenderResult> => {
    clearTimeout(idle)
    thread ??= await startWorker(renderTimeoutMs)
    if (isClosed) {
      await stop()
      throw new RenderingInterrupted('The sandbox stopped.')
    }
    try {
      return await thread.render(sources)
    } catch (error) {
      if (!(error instanceof RenderingFailed) || error instanceof RenderingInterrupted) await stop()
      throw error
    } finally {
      idle = setTimeout(stop, idleMs).unref()
    }
  }

  return {
    async render({ projectId, previewSignal, ...sources }) {
      for (const source of [sources.templateSource, sources.themeSource])
        if (source && source.length > maxSourceLength)
          throw new RenderingFailed(`A source exceeds ${maxSourceLength / 1024} KiB.`)
      const ownerId = await findOwnerId(projectId)
      return await queues.enqueue(ownerId, previewSignal, async () => {
        const startedMs = performance.now()
        try {
          return await renderNext(sources)
        } catch (error) {
          if (error instanceof RenderingTookTooLong)
            queues.pause(ownerId, (performance.now() - startedMs) * pausePerTimeUsed)
          throw error
        }
      })
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      queues.close()
      await stop()
    },
  }
}

/** Creates queues of previews and of deliveries, whose renders alternate. Renders run one at a time. */
function createRenderQueues() {
  const createRejection = () =>
    new RenderingInterrupted('Too many renders are pending. Try again in a moment.')
  const createQueue = () => createFairQueue({ ...limits, createRejection })
  const [turns, previews, deliveries] = [createQueue(), createQueue(), createQueue()]
  return {
    enqueue<T>(ownerId: string, previewSignal: AbortSignal | null, run: () => Promise<T>): Promise<T> {
      const [name, queue] = previewSignal ? ['previews', previews] : ['deliveries', deliveries]
      const options = { signal: previewSignal }
      return queue.enqueue(ownerId, () => turns.enqueue(name, run, options), options)
    },
    pause(ownerId: string, durationMs: number) {
      for (const queue of [previews, deliveries]) queue.pause(ownerId, durationMs)
    },
    close() {
      for (const queue of [previews, deliveries, turns]) queue.close()
    },
  }
}

interface SandboxWorker {
  render(sources: RenderRequest): Promise<RenderResult>
  terminate(): Promise<unknown>
}

async function startWorker(renderTimeoutMs: number): Promise<SandboxWorker> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { libraryPath: await getSandboxLibraryPath() },
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  })
  worker.unref()
  await receiveMessage(worker, startTimeoutMs, new RenderingInterrupted('The sandbox did not start.')).catch(
    async (error: Error) => {
      await worker.terminate()
      throw error
    },
  )

  return {
    async render(sources) {
      worker.postMessage(sources)
      const timeoutError = new RenderingTookTooLong('Rendering took too long.')
      const outcome = await receiveMessage<Outcome>(worker, renderTimeoutMs, timeoutError)
      return validateResult(outcome)
    },
    terminate: () => worker.terminate(),
  }
}

/** @throws {RenderingInterrupted} when the worker stops before its next message, or sends none in time. */
async function receiveMessage<T>(
  worker: Worker,
  timeoutMs: number,
  timeoutError: RenderingInterrupted,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const onError = (error: Error) => reject(new RenderingInterrupted(`The sandbox stopped: ${error.message}`))
  const onExit = () => reject(new RenderingInterrupted('The sandbox stopped.'))
  const timer = setTimeout(() => reject(timeoutError), timeoutMs)
  worker.on('message', resolve).on('error', onError).on('exit', onExit)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', onError).off('exit', onExit)
  }
}

/** Validates the result, because it was produced by untrusted code. */
function validateResult(outcome: Outcome): RenderResult {
  if (outcome.kind === 'failed') throw new RenderingFailed(toReadableMessage(outcome.message))
  try {
    return result.parse(JSON.parse(outcome.json))
  } catch {
    throw new RenderingFailed('The rendered result is too large or invalid.')
  }
}

function toReadableMessage(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed.
  const text = message.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  return text.slice(0, maxMessageLength) || 'The source threw an error without a message.'
}

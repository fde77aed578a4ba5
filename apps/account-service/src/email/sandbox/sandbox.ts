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
const maxHtmlLength = 1024 * 1024
const limits = { maxWaiting: 200, maxWaitingPerQueue: 50 }
const maxMessageLength = 500

/**
 * A render is limited to 1 s of CPU time by itself. This timeout covers operations that cannot be
 * interrupted, on a busy machine.
 */
const renderTimeoutMs = 10_000
/** The first render includes loading the library. */
const startTimeoutMs = 60_000
const idleMs = 60_000

const result = z.object({
  html: z.string().max(maxHtmlLength),
  text: z.string().max(maxHtmlLength),
  subject: z.string().max(2_000).nullable(),
  category: z.string().max(100).nullable(),
  previewVariables: z.record(z.string(), z.unknown()),
})

/** Creates a sandbox whose worker thread starts on first use and stops when idle. */
export function createSandbox(): Sandbox {
  let thread: SandboxWorker | null = null
  const turns = createFairQueue(limits)
  let idle: NodeJS.Timeout | undefined

  const stop = async () => {
    clearTimeout(idle)
    const stopped = thread
    thread = null
    await stopped?.terminate()
  }
  const renderNext = async (sources: RenderRequest): Promise<RenderResult> => {
    clearTimeout(idle)
    thread ??= await startWorker()
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
    async render({ projectId, ...sources }) {
      for (const source of [sources.templateSource, sources.themeSource])
        if (source && source.length > maxSourceLength)
          throw new RenderingFailed(`A source exceeds ${maxSourceLength / 1024} KiB.`)
      const rendered = turns.enqueue(projectId, () => renderNext(sources))
      if (!rendered) throw new RenderingInterrupted('Too many renders are pending. Try again in a moment.')
      return await rendered
    },
    [Symbol.asyncDispose]: stop,
  }
}

interface SandboxWorker {
  render(sources: RenderRequest): Promise<RenderResult>
  terminate(): Promise<unknown>
}

async function startWorker(): Promise<SandboxWorker> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { libraryPath: await getSandboxLibraryPath() },
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  })
  worker.unref()
  let timeoutMs = startTimeoutMs

  return {
    async render(sources) {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      const lost = (why: string) => reject(new RenderingInterrupted(why))
      const onError = (error: Error) => lost(`The sandbox stopped: ${error.message}`)
      const onExit = () => lost('The sandbox stopped.')
      const timer = setTimeout(() => lost('Rendering took too long.'), timeoutMs)
      worker.on('message', resolve).on('error', onError).on('exit', onExit)
      try {
        worker.postMessage(sources)
        const response = await promise
        timeoutMs = renderTimeoutMs
        return validateResult(response)
      } finally {
        clearTimeout(timer)
        worker.off('message', resolve).off('error', onError).off('exit', onExit)
      }
    },
    terminate: () => worker.terminate(),
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

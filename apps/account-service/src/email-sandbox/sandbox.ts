import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Outcome } from './interpreter.ts'
import { sandboxLibrary } from './library-file.ts'
import type { SandboxOrder, SandboxResult } from './order.ts'
import { createTurns } from './turns.ts'
import type { Question } from './worker.ts'

/** A render request with TSX sources. */
export type SandboxSources = Omit<SandboxOrder, 'templateCode' | 'themeCode'> & {
  readonly templateSource: string | null
  readonly themeSource: string | null
  /** Key of the fair queue. */
  readonly projectId: string
}

/** Permanent rendering error caused by the source; the message is for its author. */
export class RenderingFailed extends Error {
  override readonly name = 'RenderingFailed'
}

/** Temporary failure: the queue is full or the sandbox crashed. A retry may succeed. */
export class RenderingInterrupted extends RenderingFailed {}

/** Runs custom templates in isolation: no network, files or environment; 1 s of CPU, 64 MB. */
export interface Sandbox extends AsyncDisposable {
  /** @throws {RenderingFailed}, as a {@link RenderingInterrupted} when a retry may succeed. */
  render(sources: SandboxSources): Promise<SandboxResult>
}

const longestSource = 256 * 1024
const longestHtml = 1024 * 1024
const limits = { mostWaiting: 200, mostWaitingInQueue: 50 }
const longestMessage = 500

/**
 * A render is limited to 1 s of CPU time by itself. This timeout covers operations that cannot be interrupted, on a
 * busy machine.
 */
const patienceMs = 10_000
/** The first render includes loading the library. */
const startPatienceMs = 60_000
const idleMs = 60_000

const result = z.object({
  html: z.string().max(longestHtml),
  text: z.string().max(longestHtml),
  subject: z.string().max(2_000).nullable(),
  category: z.string().max(100).nullable(),
  previewVariables: z.record(z.string(), z.unknown()),
})

/** Creates a sandbox whose worker thread starts on first use and stops when idle. */
export function createSandbox(): Sandbox {
  let thread: Thread | null = null
  const turns = createTurns(limits)
  let idle: NodeJS.Timeout | undefined

  const stop = async () => {
    clearTimeout(idle)
    const stopped = thread
    thread = null
    await stopped?.terminate()
  }
  const renderNext = async (sources: Question): Promise<SandboxResult> => {
    clearTimeout(idle)
    thread ??= await startThread()
    try {
      return await thread.ask(sources)
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
        if (source && source.length > longestSource)
          throw new RenderingFailed(`A source exceeds ${longestSource / 1024} KiB.`)
      const rendered = turns.take(projectId, () => renderNext(sources))
      if (!rendered) throw new RenderingInterrupted('Too many renders are pending. Try again in a moment.')
      return await rendered
    },
    [Symbol.asyncDispose]: stop,
  }
}

interface Thread {
  ask(sources: Question): Promise<SandboxResult>
  terminate(): Promise<unknown>
}

async function startThread(): Promise<Thread> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { libraryPath: await sandboxLibrary() },
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  })
  worker.unref()
  let patience = startPatienceMs

  return {
    async ask(sources) {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      const lost = (why: string) => reject(new RenderingInterrupted(why))
      const onError = (error: Error) => lost(`The sandbox stopped: ${error.message}`)
      const onExit = () => lost('The sandbox stopped.')
      const timer = setTimeout(() => lost('Rendering took too long.'), patience)
      worker.on('message', resolve).on('error', onError).on('exit', onExit)
      try {
        worker.postMessage(sources)
        const answer = await promise
        patience = patienceMs
        return judged(answer)
      } finally {
        clearTimeout(timer)
        worker.off('message', resolve).off('error', onError).off('exit', onExit)
      }
    },
    terminate: () => worker.terminate(),
  }
}

/** Validates the result, because it was produced by untrusted code. */
function judged(outcome: Outcome): SandboxResult {
  if (outcome.kind === 'failed') throw new RenderingFailed(readable(outcome.message))
  try {
    return result.parse(JSON.parse(outcome.json))
  } catch {
    throw new RenderingFailed('The rendered result is too large or invalid.')
  }
}

function readable(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed.
  const text = message.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  return text.slice(0, longestMessage) || 'The source threw an error without a message.'
}

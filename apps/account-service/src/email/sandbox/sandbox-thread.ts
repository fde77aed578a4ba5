import { Worker } from 'node:worker_threads'
import { getSandboxLibraryPath } from './library-path.ts'
import type { RenderOutcome } from './render-outcome.ts'
import type { RenderRequest, RenderResult } from './render-request.ts'
import { RenderingFailed, RenderingInterrupted, RenderingTookTooLong } from './rendering-failed.ts'

const maxMessageLength = 500
/** The start includes loading the library. */
const startTimeoutMs = 60_000
/**
 * The interpreter stops a render after 1 s, to which its preparation is added. This limit covers operations that it
 * cannot interrupt.
 */
const maxCpuMs = 4_000
const cpuCheckMs = 250

/** A worker thread with an interpreter. Renders are sequential. */
export interface SandboxThread {
  /** False once a render has made it unusable. */
  readonly isUsable: boolean
  render(sources: RenderRequest): Promise<RenderResult>
  terminate(): Promise<unknown>
}

export async function startSandboxThread(renderTimeoutMs: number): Promise<SandboxThread> {
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

  let isUsable = true
  return {
    get isUsable() {
      return isUsable
    },
    async render(sources) {
      isUsable = false
      const outcome = await requestRender(worker, sources, renderTimeoutMs)
      isUsable = outcome.kind === 'done' || !outcome.mustDiscard
      if (outcome.kind === 'failed') throw new RenderingFailed(toReadableMessage(outcome.message))
      return outcome.result
    },
    terminate: () => worker.terminate(),
  }
}

async function requestRender(
  worker: Worker,
  sources: RenderRequest,
  timeoutMs: number,
): Promise<RenderOutcome> {
  const timeoutError = new RenderingTookTooLong('Rendering took too long.')
  const { promise: cpuLimit, reject } = Promise.withResolvers<never>()
  const checks = watchCpu(worker, () => reject(timeoutError))
  worker.postMessage(sources)
  try {
    return await Promise.race([receiveMessage<RenderOutcome>(worker, timeoutMs, timeoutError), cpuLimit])
  } finally {
    clearInterval(checks)
  }
}

/** Calls back when the thread uses too much CPU time from now on. Before Node 24.6, it is not measured. */
function watchCpu(worker: Worker, onExceeded: () => void): NodeJS.Timeout | undefined {
  if (!('cpuUsage' in worker)) return
  let before: NodeJS.CpuUsage | undefined
  const check = async () => {
    const usage = await worker.cpuUsage()
    before ??= usage
    const cpuMs = (usage.user - before.user + usage.system - before.system) / 1000
    if (cpuMs > maxCpuMs) onExceeded()
  }
  const checkRunning = () => void check().catch(() => undefined)
  checkRunning()
  return setInterval(checkRunning, cpuCheckMs)
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

function toReadableMessage(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed.
  const text = message.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
  return text.slice(0, maxMessageLength) || 'The source threw an error without a message.'
}

import { readFileSync } from 'node:fs'
import quickJsRelease from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'

// The package's types describe the CommonJS export; the ES module exports the variant itself.
const release = quickJsRelease as unknown as QuickJSSyncVariant

/** In WebAssembly pages of 64 KiB. */
const memoryPages = { initial: 256, maximum: 1024 }
const stackBytes = 512 * 1024

/** CPU limit of one render. */
const cpuLimitMs = 1_000

/** Maximum attempts for a component that suspends; all pending jobs run between attempts. */
const maxAttempts = 8

/** Maximum result size, in characters of JSON. */
const maxResultLength = 4_000_000

/** Result of a render. `mustDiscard` means that the thread must be discarded. */
export type Outcome =
  | { readonly kind: 'done'; readonly json: string }
  | { readonly kind: 'failed'; readonly message: string; readonly mustDiscard: boolean }

export interface Interpreter {
  /** Calls `render` of the library. No state survives the call. */
  render(requestJson: string): Outcome
}

/**
 * Starts QuickJS with the library loaded. Memory is limited to 64 MB, library included; it is restored from a
 * snapshot after every render.
 */
export async function startInterpreter(libraryPath: string): Promise<Interpreter> {
  const memory = new WebAssembly.Memory(memoryPages)
  const variant = newVariant(release, { wasmMemory: memory })
  const quickJs = await newQuickJSWASMModuleFromVariant(variant)
  const runtime = quickJs.newRuntime()
  runtime.setMaxStackSize(stackBytes)
  const context = runtime.newContext()
  let mayRunUntilMs = Number.POSITIVE_INFINITY
  runtime.setInterruptHandler(() => cpuMs() > mayRunUntilMs)

  const runDue = () => {
    const ran = runtime.executePendingJobs()
    const count = ran.error ? 1 : ran.value
    ran.dispose()
    return count
  }
  const call = (name: string, argument: string): Outcome => {
    for (let attempt = 1; ; attempt++) {
      const outcome = callOnce(context, name, argument)
      if (outcome.kind === 'done' || attempt === maxAttempts || runDue() === 0) return outcome
    }
  }

  loadLibrary(context, readFileSync(libraryPath, 'utf8'))
  const warm = call('warmUp', '')
  if (warm.kind === 'failed') throw new Error(`The library of the sandbox does not start: ${warm.message}`)
  const before = new Uint8Array(memory.buffer).slice()

  return {
    render(requestJson) {
      mayRunUntilMs = cpuMs() + cpuLimitMs
      try {
        const outcome = call('render', requestJson)
        restoreMemory(memory, before)
        return mayRunUntilMs < cpuMs() && outcome.kind === 'failed' ? timeLimitExceeded : outcome
      } catch (error) {
        // A trap does not unwind the WebAssembly stack.
        return { kind: 'failed', message: (error as Error).message, mustDiscard: true }
      }
    },
  }
}

const timeLimitExceeded: Outcome = {
  kind: 'failed',
  message: `Rendering took longer than ${cpuLimitMs / 1000} s.`,
  mustDiscard: false,
}

/** CPU time of this thread; falls back to wall-clock time on Node 22. */
function cpuMs(): number {
  if (!('threadCpuUsage' in process)) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function loadLibrary(context: QuickJSContext, code: string): void {
  const loaded = context.evalCode(code, 'library.js')
  if (loaded.error)
    throw new Error(`The library of the sandbox does not start: ${readErrorMessage(context, loaded.error)}`)
  loaded.value.dispose()
}

function callOnce(context: QuickJSContext, name: string, argument: string): Outcome {
  using target = context.getProp(context.global, name)
  using request = context.newString(argument)
  const called = context.callFunction(target, context.undefined, request)
  if (called.error) {
    using error = called.error
    return { kind: 'failed', message: readErrorMessage(context, error), mustDiscard: false }
  }
  using value = called.value
  if (context.typeof(value) !== 'string') return { kind: 'done', json: 'null' }
  using length = context.getProp(value, 'length')
  if (context.getNumber(length) > maxResultLength)
    return { kind: 'failed', message: 'The rendered result is too large.', mustDiscard: false }
  return { kind: 'done', json: context.getString(value) }
}

/** Returns the message of a thrown value, which is untrusted. */
function readErrorMessage(context: QuickJSContext, error: QuickJSHandle): string {
  if (context.typeof(error) !== 'object')
    return context.typeof(error) === 'string' ? context.getString(error) : ''
  using message = context.getProp(error, 'message')
  return context.typeof(message) === 'string' ? context.getString(message) : ''
}

function restoreMemory(memory: WebAssembly.Memory, before: Uint8Array): void {
  const bytes = new Uint8Array(memory.buffer)
  bytes.set(before)
  bytes.fill(0, before.length)
}

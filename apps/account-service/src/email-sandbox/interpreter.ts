import { readFileSync } from 'node:fs'
import quickJsRelease from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'

// Its types describe what `require` gets; an import gets the variant itself.
const release = quickJsRelease as unknown as QuickJSSyncVariant

/** Of 64 KiB each. */
const memoryPages = { initial: 256, maximum: 1024 }
const stackBytes = 512 * 1024

/** One render may compute for this long. */
const cpuLimitMs = 1_000

/** How often what waits for something is asked again; each time all that was due has been done. */
const mostTries = 8

/** The longest that is handed out, in characters of JSON. */
const longestResult = 4_000_000

/** What became of a call. `isWorn` says that the interpreter must not be used again. */
export type Outcome =
  | { readonly kind: 'done'; readonly json: string }
  | { readonly kind: 'failed'; readonly message: string; readonly isWorn: boolean }

export interface Interpreter {
  /** Calls `render` of the library. Nothing of a call is left for the next. */
  render(orderJson: string): Outcome
}

/**
 * Starts QuickJS with the library in it. Its memory is 64 MB at most, the library included; what a render leaves in it is
 * overwritten with how it was before.
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
    for (let tries = 1; ; tries++) {
      const outcome = callOnce(context, name, argument)
      if (outcome.kind === 'done' || tries === mostTries || runDue() === 0) return outcome
    }
  }

  load(context, readFileSync(libraryPath, 'utf8'))
  const warm = call('warmUp', '')
  if (warm.kind === 'failed') throw new Error(`The library of the sandbox does not start: ${warm.message}`)
  const before = new Uint8Array(memory.buffer).slice()

  return {
    render(orderJson) {
      mayRunUntilMs = cpuMs() + cpuLimitMs
      try {
        const outcome = call('render', orderJson)
        restore(memory, before)
        return mayRunUntilMs < cpuMs() && outcome.kind === 'failed' ? tookTooLong : outcome
      } catch (error) {
        // A trap leaves the stack of WebAssembly where it was.
        return { kind: 'failed', message: (error as Error).message, isWorn: true }
      }
    },
  }
}

const tookTooLong: Outcome = {
  kind: 'failed',
  message: `Rendering took longer than ${cpuLimitMs / 1000} s.`,
  isWorn: false,
}

/** Time that this thread has computed; time in which others had the processor does not count. Node 22 knows the clock alone. */
function cpuMs(): number {
  if (!('threadCpuUsage' in process)) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function load(context: QuickJSContext, code: string): void {
  const loaded = context.evalCode(code, 'library.js')
  if (loaded.error)
    throw new Error(`The library of the sandbox does not start: ${messageOf(context, loaded.error)}`)
  loaded.value.dispose()
}

function callOnce(context: QuickJSContext, name: string, argument: string): Outcome {
  using target = context.getProp(context.global, name)
  using order = context.newString(argument)
  const called = context.callFunction(target, context.undefined, order)
  if (called.error) {
    using error = called.error
    return { kind: 'failed', message: messageOf(context, error), isWorn: false }
  }
  using value = called.value
  if (context.typeof(value) !== 'string') return { kind: 'done', json: 'null' }
  using length = context.getProp(value, 'length')
  if (context.getNumber(length) > longestResult)
    return { kind: 'failed', message: 'What was rendered is too long.', isWorn: false }
  return { kind: 'done', json: context.getString(value) }
}

/** The message of what was thrown, whatever it was; code of somebody else chose it. */
function messageOf(context: QuickJSContext, error: QuickJSHandle): string {
  if (context.typeof(error) !== 'object')
    return context.typeof(error) === 'string' ? context.getString(error) : ''
  using message = context.getProp(error, 'message')
  return context.typeof(message) === 'string' ? context.getString(message) : ''
}

function restore(memory: WebAssembly.Memory, before: Uint8Array): void {
  const bytes = new Uint8Array(memory.buffer)
  bytes.set(before)
  bytes.fill(0, before.length)
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SimulatedPstn, SimulatedPstnOptions } from './simulated-pstn.ts'

const killAfterMs = 3_000
/** Pause before a restart, so that a process that fails immediately does not keep the CPU busy. */
const restartDelayMs = 250

/** The network in a child process. */
export interface ForkedSimulatedPstn extends SimulatedPstn {
  /** Id of the running process, which changes with a restart; null while none runs. */
  readonly pid: number | null
}

export interface ForkSimulatedPstnOptions {
  /**
   * Called with every event of the process: `simulated_pstn.process_lost`, `…process_restarted` and
   * `…start_failed`.
   */
  readonly log?: (event: string, fields: Readonly<Record<string, string | number>>) => void
}

type StartMessage =
  | { readonly type: 'started'; readonly port: number }
  | { readonly type: 'failed'; readonly message: string }

interface RunningProcess {
  readonly child: ChildProcess
  readonly port: number
  readonly exited: Promise<void>
}

/**
 * Starts the network in a child process, which ends with this process and is restarted on the same port when
 * it dies. Running calls are lost then. Rejects when the port is in use.
 */
export async function forkSimulatedPstn(
  options: SimulatedPstnOptions,
  { log = () => undefined }: ForkSimulatedPstnOptions = {},
): Promise<ForkedSimulatedPstn> {
  const closing = new AbortController()
  let running: RunningProcess | null = null

  const start = async (port: number) => {
    const started = await startProcess({ ...options, port })
    running = started
    void started.exited.then(() => restart(started))
    return started
  }
  const restart = async (dead: RunningProcess) => {
    running = null
    if (closing.signal.aborted) return
    log('simulated_pstn.process_lost', { pid: dead.child.pid ?? 0 })
    while (!running && !closing.signal.aborted) {
      await sleep(restartDelayMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (!closing.signal.aborted) await tryStart(dead.port)
    }
  }
  let starting: Promise<unknown> = Promise.resolve()
  const tryStart = async (port: number) => {
    starting = start(port).then(
      () => log('simulated_pstn.process_restarted', { port }),
      (error: Error) => log('simulated_pstn.start_failed', { reason: error.message }),
    )
    await starting
  }

  const { port } = await start(options.port)
  return {
    host: options.host,
    port,
    get pid() {
      return running?.child.pid ?? null
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await starting
      if (running) await stopProcess(running)
    },
  }
}

/** Rejects when the process exits or reports a failure before it listens. */
async function startProcess(options: SimulatedPstnOptions): Promise<RunningProcess> {
  const child = fork(new URL('./main.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  // Sending fails when the process is ending, which `exited` reports.
  child.send(options, () => undefined)

  const message = once(child, 'message').then(([first]) => first as StartMessage)
  const ended = exited.then(
    (): StartMessage => ({ type: 'failed', message: 'The simulated network exited before it had started.' }),
  )
  const first = await Promise.race([message, ended])
  if (first.type === 'started') return { child, port: first.port, exited }
  await stopProcess({ child, exited })
  throw new Error(first.message)
}

async function stopProcess({ child, exited }: Pick<RunningProcess, 'child' | 'exited'>): Promise<void> {
  if (child.connected) child.disconnect()
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  await exited
  clearTimeout(timer)
}

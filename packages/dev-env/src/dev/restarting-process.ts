import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createSerialQueue, sleep } from '@parley/primitives'

interface ProcessOptions {
  /** Program that sends any message to its parent process when it is ready. */
  readonly program: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly print: (sentence: string) => void
}

/** Grace period of a process. Unfinished work is recovered, as after a crash. */
const stopTimeoutMs = 1_500

/** A child process that is replaced by a new one whenever its code changes. */
export class RestartingProcess implements AsyncDisposable {
  readonly #options: ProcessOptions
  readonly #queue = createSerialQueue()
  #child: ChildProcess | null = null
  #isRestartRequested = false
  #ready = Promise.withResolvers<void>()
  #isReady = false
  #isDisposed = false

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  /**
   * Starts the process and waits until it is ready.
   *
   * @returns The message of the process.
   * @throws {Error} When it exits before.
   */
  async start(): Promise<unknown> {
    return await this.#queue.run(() => this.#launch())
  }

  /** Resolves when the process is ready, and no restart has been requested since. */
  async ready(): Promise<void> {
    for (let current = null; current !== this.#ready; ) {
      current = this.#ready
      await current.promise
    }
  }

  /** Replaces the process. Several requests before the replacement begins have the effect of one. */
  async restart(reason: string): Promise<void> {
    if (this.#isRestartRequested) return
    this.#isRestartRequested = true
    // Callers that wait for a process that was replaced, or did not start, wait for the next one.
    if (this.#isReady) this.#ready = Promise.withResolvers()
    this.#isReady = false
    await this.#queue.run(async () => {
      this.#isRestartRequested = false
      if (this.#isDisposed) return
      const startedAt = performance.now()
      await this.#stop()
      try {
        await this.#launch()
        this.#options.print(`${reason}: restarted in ${Math.round(performance.now() - startedAt)} ms.`)
      } catch {
        this.#options.print(
          `${reason}: the product does not start. It is started again after the next change.`,
        )
      }
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    await this.#queue.run(() => this.#stop())
  }

  async #launch(): Promise<unknown> {
    const { program, environment } = this.#options
    const child = fork(program, { env: environment as NodeJS.ProcessEnv, stdio: 'inherit' })
    this.#child = child
    const stopped = new AbortController()
    try {
      const message = await Promise.race([
        once(child, 'message', { signal: stopped.signal }).then(([first]: unknown[]) => first),
        once(child, 'exit', { signal: stopped.signal }).then(() => {
          throw new Error(`${program} has exited before it was ready.`)
        }),
      ])
      // A restart that was requested in the meantime is still to come, with code that is newer.
      if (!this.#isRestartRequested) {
        this.#isReady = true
        this.#ready.resolve()
      }
      return message
    } finally {
      stopped.abort()
    }
  }

  async #stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const hasExited = await Promise.race([exited.then(() => true), sleep(stopTimeoutMs).then(() => false)])
    if (hasExited) return
    child.kill('SIGKILL')
    await exited
  }
}

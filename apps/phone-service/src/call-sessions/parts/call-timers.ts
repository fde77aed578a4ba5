import type { SerialQueue } from '@parley/primitives'
import type { Log } from '@parley/server'

/** The named timers of a call session. Their callbacks run in the queue of the session. */
export class CallTimers {
  readonly #queue: SerialQueue
  readonly #log: Log
  readonly #callId: string
  readonly #timers = new Map<string, NodeJS.Timeout>()

  constructor(queue: SerialQueue, log: Log, callId: string) {
    this.#queue = queue
    this.#log = log
    this.#callId = callId
  }

  /** Sets a timer. It replaces a timer of the same name. */
  set(name: string, afterMs: number, work: () => Promise<void>): void {
    this.clear(name)
    const timer = setTimeout(() => {
      this.#queue
        .run(async () => {
          // Work that was queued before, such as a leg that reattaches, may have cleared the timer.
          if (this.#timers.get(name) === timer) await work()
        })
        .catch((error) => {
          this.#log.error('call.timeout_failed', { callId: this.#callId, error })
        })
    }, afterMs)
    this.#timers.set(name, timer.unref())
  }

  clear(name: string): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.delete(name)
  }

  clearAll(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }
}

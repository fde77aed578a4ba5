import type { Services } from '../../services.ts'
import { listFirstTimers } from './call-timers.ts'

const retryDelayMs = 1_000
const maxDelayMs = 3_600_000
const timersPerQuery = 100

/** A call of this node, with its timers. */
interface TimedCall {
  runTimer(name: string): Promise<void>
  flush(): Promise<void>
}

type Deps = Pick<Services, 'database' | 'nodeId' | 'nodeLease' | 'log'> & {
  readonly callSessions: ReadonlyMap<string, TimedCall>
}

/**
 * Runs the stored timers of the calls of this node. It reads them when the first one is due, so that it does
 * nothing while no call has a timer.
 */
export class TimerScheduler implements Disposable {
  readonly #deps: Deps
  /** The timers that are being run. */
  readonly #running = new Set<string>()
  /** The calls with changes that could not be saved, or can be saved later. */
  readonly #unsaved = new Set<string>()
  #next: { readonly at: number; readonly timeout: NodeJS.Timeout } | null = null
  #isDisposed = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Checks the timers when a delay has passed, or earlier. */
  checkAfter(delayMs: number): void {
    const at = performance.now() + delayMs
    if (this.#isDisposed || (this.#next && this.#next.at <= at)) return
    clearTimeout(this.#next?.timeout)
    const timeout = setTimeout(() => void this.#check(), Math.min(Math.ceil(delayMs), maxDelayMs))
    this.#next = { at, timeout: timeout.unref() }
  }

  /** Saves the changes of a call after a delay. */
  saveLater(callId: string): void {
    this.#unsaved.add(callId)
    this.checkAfter(retryDelayMs)
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true
    clearTimeout(this.#next?.timeout)
  }

  async #check(): Promise<void> {
    this.#next = null
    for (const callId of [...this.#unsaved]) this.#flush(callId)
    const { database, nodeId, nodeLease, log } = this.#deps
    try {
      const limit = this.#running.size + timersPerQuery
      const timers = await listFirstTimers(database, { nodeId, epoch: nodeLease.epoch }, limit)
      for (const { callId, name, dueInMs } of timers) if (dueInMs <= 0) this.#run(callId, name)
      const later = timers.find(({ dueInMs }) => dueInMs > 0)
      if (later) this.checkAfter(later.dueInMs + 1)
      else if (timers.length === limit) this.checkAfter(0)
    } catch (error) {
      log.error('call_timers.check_failed', { error })
      this.checkAfter(retryDelayMs)
    }
  }

  #run(callId: string, name: string): void {
    const key = `${callId} ${name}`
    if (this.#running.has(key)) return
    const session = this.#deps.callSessions.get(callId)
    if (!session) {
      // The call is stored shortly before its session begins.
      this.checkAfter(retryDelayMs)
      return
    }
    this.#running.add(key)
    session
      .runTimer(name)
      .catch((error) => {
        this.#deps.log.error('call.timer_failed', { callId, timer: name, error })
        this.checkAfter(retryDelayMs)
      })
      .finally(() => this.#running.delete(key))
  }

  #flush(callId: string): void {
    this.#unsaved.delete(callId)
    const session = this.#deps.callSessions.get(callId)
    session?.flush().catch((error) => this.#deps.log.error('call.save_failed', { callId, error }))
  }
}

import { setTimeout as wait } from 'node:timers/promises'

export interface PeriodicOptions {
  /** From the end of one run to the start of the next. */
  readonly intervalMs: number
  /** Called when a run fails. The next run is not affected. */
  readonly onFailure: (error: Error) => void
}

/**
 * Runs a task immediately and then periodically, without overlap, until disposed. Disposing waits for the
 * current run. A run that returns `more` is followed by the next without delay.
 */
export function runPeriodically(
  { intervalMs: everyMs, onFailure }: PeriodicOptions,
  run: (signal: AbortSignal) => Promise<unknown>,
): AsyncDisposable {
  const stopped = new AbortController()
  const running = (async () => {
    while (!stopped.signal.aborted) {
      const response = await run(stopped.signal).catch(onFailure)
      if (response === 'more') continue
      await wait(everyMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await running
    },
  }
}

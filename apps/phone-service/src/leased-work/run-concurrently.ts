import { setTimeout as wait } from 'node:timers/promises'

interface ConcurrentOptions {
  /** How often it is checked whether there is work. */
  readonly intervalMs: number
  readonly maxRunning: number
  readonly onFailure: (error: Error) => void
}

/**
 * Starts work, up to `maxRunning` at the same time, until disposed. Disposing aborts the signal, and waits for the work
 * that runs.
 *
 * @param takeNext Returns a function that does the next work, or null.
 */
export function runConcurrently(
  { intervalMs, maxRunning, onFailure }: ConcurrentOptions,
  takeNext: () => Promise<((signal: AbortSignal) => Promise<void>) | null>,
): AsyncDisposable {
  const stopped = new AbortController()
  const { signal } = stopped
  const running = new Set<Promise<void>>()
  let ended = Promise.withResolvers<void>()
  const start = (work: (signal: AbortSignal) => Promise<void>) => {
    const run = work(signal)
      .catch(onFailure)
      .finally(() => {
        running.delete(run)
        ended.resolve()
      })
    running.add(run)
  }
  const startAll = async () => {
    while (!signal.aborted) {
      ended = Promise.withResolvers<void>()
      const work = running.size < maxRunning ? await takeNext().catch(onFailure) : null
      if (work) start(work)
      else
        await Promise.race([
          wait(intervalMs, undefined, { signal, ref: false }).catch(() => {}),
          ended.promise,
        ])
    }
  }
  const starting = startAll()
  return {
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await starting
      await Promise.all(running)
    },
  }
}

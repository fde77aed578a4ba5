import { setTimeout as wait } from 'node:timers/promises'

export interface Repetition {
  /** From the end of one run to the beginning of the next. */
  readonly everyMs: number
  /** Hears of a run that failed; the next one comes all the same. */
  readonly onFailure: (error: Error) => void
}

/**
 * Runs something now and again and again, never twice at once, until it is disposed; disposing waits for a run that is under
 * way. A run that answers `more` is followed by the next without a wait.
 */
export function repeatedly(
  { everyMs, onFailure }: Repetition,
  run: (signal: AbortSignal) => Promise<unknown>,
): AsyncDisposable {
  const stopped = new AbortController()
  const running = (async () => {
    while (!stopped.signal.aborted) {
      const answer = await run(stopped.signal).catch(onFailure)
      if (answer === 'more') continue
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

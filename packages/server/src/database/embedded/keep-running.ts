import { setTimeout as wait } from 'node:timers/promises'
import type { RunningServer } from './server-process.ts'

const tryAgainAfterMs = 1_000

/**
 * Starts a server, and starts it again whenever it ends without being asked to, for as long as it takes: what a full disk
 * ended cannot be started before there is room. Disposing ends it, and gives up a start that `signal` is told of.
 *
 * @throws {Error} what `start` throws the first time.
 */
export async function keepRunning(
  start: (signal: AbortSignal) => Promise<RunningServer>,
  onProgress: (sentence: string) => void,
): Promise<AsyncDisposable> {
  const stopping = new AbortController()
  const { signal } = stopping
  let server = await start(signal)
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

  async function startAgain(): Promise<void> {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      await Promise.race([wait(tryAgainAfterMs), stopped])
      if (signal.aborted) return
      try {
        server = await start(signal)
        onProgress('The database runs again.')
        return
      } catch (error) {
        if (isFirst && !signal.aborted)
          onProgress(`${(error as Error).message}\nIt is tried again until it starts.`)
      }
    }
  }

  async function watch(): Promise<void> {
    await Promise.race([server.died, stopped])
    while (!signal.aborted) {
      onProgress('The database ended by itself. It is started again.')
      await startAgain()
      await Promise.race([server.died, stopped])
    }
  }

  const watching = watch()
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await watching
      await server.stop()
    },
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { RunningServer } from './server-process.ts'

const restartDelayMs = 1_000

/**
 * Starts a server and restarts it whenever it exits unexpectedly. Restarts are retried without limit, because
 * after a full disk no start succeeds before space is available. Disposing stops the server and aborts a
 * pending start.
 *
 * @throws {Error} the error of the first `start`.
 */
export async function superviseServer(
  start: (signal: AbortSignal) => Promise<RunningServer>,
  onProgress: (message: string) => void,
): Promise<AsyncDisposable> {
  const stopping = new AbortController()
  const { signal } = stopping
  let server = await start(signal)
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

  async function restart(): Promise<void> {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      await Promise.race([wait(restartDelayMs), stopped])
      if (signal.aborted) return
      try {
        server = await start(signal)
        onProgress('The database is running again.')
        return
      } catch (error) {
        if (isFirst && !signal.aborted) onProgress(`${(error as Error).message}\nRetrying until it starts.`)
      }
    }
  }

  async function watch(): Promise<void> {
    await Promise.race([server.exitedUnexpectedly, stopped])
    while (!signal.aborted) {
      onProgress('The database exited unexpectedly. Restarting it.')
      await restart()
      await Promise.race([server.exitedUnexpectedly, stopped])
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

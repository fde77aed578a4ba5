import { setImmediate } from 'node:timers/promises'

const maxTurnMs = 5

/**
 * Returns a function that lets other work continue when the caller has worked for 5 ms. It is called before each small
 * step of long work: this thread handles all calls. After each pause it throws the reason of an aborted `signal`.
 */
export function createTurns(signal?: AbortSignal): () => Promise<void> {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < maxTurnMs) return
    await setImmediate()
    signal?.throwIfAborted()
    startedAt = performance.now()
  }
}

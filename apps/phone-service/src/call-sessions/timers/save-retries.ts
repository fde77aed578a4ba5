import { setTimeout as wait } from 'node:timers/promises'

const firstDelayMs = 1_000
const maxDelayMs = 30_000

/** Repeats saves that have failed, until they succeed. Disposing ends the delays: each is then tried once more. */
export class SaveRetries implements Disposable {
  readonly #stopped = new AbortController()

  /**
   * Repeats a save, after a delay that doubles with each failure. Resolves when it has succeeded, or has failed after
   * the disposal.
   */
  async run(save: () => Promise<'saved' | 'failed'>): Promise<void> {
    const { signal } = this.#stopped
    for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
      await wait(delayMs, undefined, { signal, ref: false }).catch(() => {})
      const isLast = signal.aborted
      if ((await save()) === 'saved' || isLast) return
    }
  }

  [Symbol.dispose](): void {
    this.#stopped.abort()
  }
}

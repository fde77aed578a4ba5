/** Runs asynchronous work one after the other, in the order in which it was added. */
export interface SerialQueue {
  /**
   * Runs `work` after everything that was added before. A rejection is the caller's and does not stop the
   * queue.
   */
  run<T>(work: () => T | Promise<T>): Promise<T>
  /** Resolves when everything added so far has settled. */
  idle(): Promise<void>
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    },
    async idle() {
      await last
    },
  }
}

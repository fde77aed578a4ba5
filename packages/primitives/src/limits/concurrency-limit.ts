/**
 * Runs at most `max` pieces of asynchronous work concurrently; further ones wait in the order in which they
 * were added.
 */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

export function createConcurrencyLimit(max: number): ConcurrencyLimit {
  let running = 0
  const waiting: (() => void)[] = []

  return async (work) => {
    if (running < max) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The next one takes the place of this one.
      if (next) next()
      else running -= 1
    }
  }
}

import { createSerialQueue, type SerialQueue } from '@parley/primitives'

/** The engine limits the calls that wait, but not those that their callers have cancelled meanwhile. */
const maxWaiting = 100

/**
 * Runs work of one key in the order in which it was added, and work of different keys concurrently: the calls
 * to one workspace do not delay those to others.
 */
interface EventQueues {
  /** Returns null, and does not run `work`, when too much waits for the same key. */
  run(key: string, work: () => Promise<void>): Promise<void> | null
}

export function createEventQueues(): EventQueues {
  const queues = new Map<string, { readonly queue: SerialQueue; waiting: number }>()

  return {
    run(key, work) {
      const entry = queues.get(key) ?? { queue: createSerialQueue(), waiting: 0 }
      if (entry.waiting >= maxWaiting) return null
      queues.set(key, entry)
      entry.waiting += 1
      return entry.queue.run(work).finally(() => {
        entry.waiting -= 1
        if (entry.waiting === 0) queues.delete(key)
      })
    },
  }
}

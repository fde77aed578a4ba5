/** Fair (round-robin) queue: runs one task at a time, alternating between the named queues. */
export interface FairQueue {
  /** Enqueues a task. Returns null, without running it, when the queue is full. */
  enqueue<T>(queue: string, run: () => Promise<T>): Promise<T> | null
}

export function createFairQueue({
  maxWaiting,
  maxWaitingPerQueue,
}: {
  readonly maxWaiting: number
  readonly maxWaitingPerQueue: number
}): FairQueue {
  const queues = new Map<string, (() => Promise<void>)[]>()
  let waiting = 0
  let isRunning = false

  const runAll = async () => {
    isRunning = true
    for (let [first] = queues; first; [first] = queues) {
      const [name, queue] = first
      const run = queue.shift()
      queues.delete(name)
      // Re-inserted at the end, behind all other queues.
      if (queue.length > 0) queues.set(name, queue)
      waiting--
      await run?.()
    }
    isRunning = false
  }

  return {
    enqueue(name, run) {
      const queue = queues.get(name) ?? []
      if (waiting >= maxWaiting || queue.length >= maxWaitingPerQueue) return null
      return new Promise((resolve, reject) => {
        queue.push(() => run().then(resolve, reject))
        queues.set(name, queue)
        waiting++
        if (!isRunning) void runAll()
      })
    },
  }
}

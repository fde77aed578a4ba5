/** One after the other, the queues in turn: who has much to do holds up nobody else for longer than one turn of theirs. */
export interface Turns {
  /** Runs something when its turn comes. Answers null, and does not run it, where too many wait already. */
  take<T>(queue: string, run: () => Promise<T>): Promise<T> | null
}

export function createTurns({
  mostWaiting,
  mostWaitingInQueue,
}: {
  readonly mostWaiting: number
  readonly mostWaitingInQueue: number
}): Turns {
  const queues = new Map<string, (() => Promise<void>)[]>()
  let waiting = 0
  let isRunning = false

  const runAll = async () => {
    isRunning = true
    for (let [first] = queues; first; [first] = queues) {
      const [name, queue] = first
      const run = queue.shift()
      queues.delete(name)
      // Behind all others, who have waited since.
      if (queue.length > 0) queues.set(name, queue)
      waiting--
      await run?.()
    }
    isRunning = false
  }

  return {
    take(name, run) {
      const queue = queues.get(name) ?? []
      if (waiting >= mostWaiting || queue.length >= mostWaitingInQueue) return null
      return new Promise((resolve, reject) => {
        queue.push(() => run().then(resolve, reject))
        queues.set(name, queue)
        waiting++
        if (!isRunning) void runAll()
      })
    },
  }
}

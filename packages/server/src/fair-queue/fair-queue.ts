import { addSizes, createWaitingTasks, type Task, type WaitingTasks } from './waiting-tasks.ts'

/** Fair (round-robin) queue: its tasks start in turn, alternating between the named queues. */
export interface FairQueue {
  /**
   * Runs a task after those before it. When too many tasks wait, the last ones of the largest queue are rejected
   * in its place.
   *
   * @throws the rejection, without running the task, when there is no place for it, its queue is paused, its
   * signal is aborted while it waits, or all queues are closed.
   */
  enqueue<T>(queue: string, run: () => Promise<T>, options?: TaskOptions): Promise<T>
  /** Rejects the waiting tasks of a queue, and new ones until the time has passed. */
  pause(queue: string, durationMs: number): void
  isPaused(queue: string): boolean
  /** Rejects all waiting tasks, and all new ones. */
  close(): void
}

export interface TaskOptions {
  readonly signal?: AbortSignal | null
  /** The part of the limits that it uses while it waits. Default: 1, so that the limits are numbers of tasks. */
  readonly size?: number
}

export interface FairQueueOptions {
  /** How many tasks run concurrently. Default: 1. */
  readonly concurrency?: number
  /** Maximum size of all waiting tasks. */
  readonly maxWaiting: number
  readonly maxWaitingPerQueue: number
  /** Creates the error of a task that does not run. */
  readonly createRejection: () => Error
}

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency = 1, maxWaiting, maxWaitingPerQueue, createRejection } = options
  const waiting = createWaitingTasks()
  const pauses = createPauses()
  const startTasks = createTaskRunner(waiting, concurrency)
  let isClosed = false

  const rejectAll = (name: string) => {
    for (const task of waiting.list(name)) task.reject()
  }
  const makeRoom = (name: string, size: number): boolean => {
    const sizeWithTask = addSizes(waiting.list(name)) + size
    if (isClosed || pauses.has(name) || sizeWithTask > maxWaitingPerQueue) return false
    const largest = waiting.findLargest()
    const rejected: Task[] = []
    let missing = waiting.totalSize + size - maxWaiting
    for (const task of largest.toReversed()) {
      if (missing <= 0) break
      // Otherwise, queues of the same size would take each other's places.
      if (addSizes(largest) - addSizes(rejected) <= sizeWithTask) return false
      rejected.push(task)
      missing -= task.size
    }
    if (missing > 0) return false
    for (const task of rejected) task.reject()
    return true
  }
  return {
    async enqueue(name, run, { signal, size = 1 } = {}) {
      if (signal?.aborted || !makeRoom(name, size)) throw createRejection()
      return await new Promise((resolve, reject) => {
        const rejectTask = () => {
          if (waiting.remove(name, task)) reject(createRejection())
        }
        const runTask = () => {
          signal?.removeEventListener('abort', rejectTask)
          return run().then(resolve, reject)
        }
        const task: Task = { size, run: runTask, reject: rejectTask }
        signal?.addEventListener('abort', rejectTask, { once: true })
        waiting.add(name, task)
        startTasks()
      })
    },
    pause(name, durationMs) {
      pauses.add(name, durationMs)
      rejectAll(name)
    },
    isPaused: pauses.has,
    close() {
      isClosed = true
      for (const name of waiting.listQueues()) rejectAll(name)
    },
  }
}

/** Returns a function that starts waiting tasks while fewer than `concurrency` run. */
function createTaskRunner(waiting: WaitingTasks, concurrency: number): () => void {
  let running = 0
  const startTasks = () => {
    while (running < concurrency) {
      const task = waiting.takeNext()
      if (!task) return
      running += 1
      void task.run().finally(() => {
        running -= 1
        startTasks()
      })
    }
  }
  return startTasks
}

/** The names of queues that are paused. */
function createPauses() {
  const endsMs = new Map<string, number>()
  return {
    add: (name: string, durationMs: number) => void endsMs.set(name, performance.now() + durationMs),
    has(name: string): boolean {
      const endMs = endsMs.get(name)
      if (endMs === undefined) return false
      if (performance.now() < endMs) return true
      endsMs.delete(name)
      return false
    },
  }
}

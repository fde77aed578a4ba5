import {
  addSizes,
  createWaitingTasks,
  type QueuePath,
  type Task,
  type WaitingTask,
  type WaitingTasks,
} from './waiting-tasks.ts'

/**
 * Fair (round-robin) queue: its tasks start in turn, alternating between the named queues. A queue may consist of
 * others, which take turns within it.
 */
export interface FairQueue {
  /**
   * Runs a task after those before it. When too many tasks wait, the last ones of the largest queue are rejected
   * in its place.
   *
   * @param queue a name, or the names of queues in queues from the outermost. All of the latter that begin alike have the
   * same length.
   * @throws the rejection, without running the task, when there is no place for it, its queue is paused, its
   * signal is aborted while it waits, or all queues are closed.
   */
  enqueue<T>(queue: string | QueuePath, run: () => Promise<T>, options?: TaskOptions): Promise<T>
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
  /** Of an outermost queue. */
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
  const makeRoom = (path: QueuePath, size: number): boolean => {
    const [name] = path
    const sizeWithTask = addSizes(waiting.list(name)) + size
    if (isClosed || pauses.has(name) || sizeWithTask > maxWaitingPerQueue) return false
    const rejected: WaitingTask[] = []
    while (waiting.totalSize + size > maxWaiting) {
      // Of queues of the same size, none takes the places of another.
      const other = waiting.takeFromLarger(path, size)
      if (!other) {
        for (const { path, task } of rejected.reverse()) waiting.add(path, task)
        return false
      }
      rejected.push(other)
    }
    for (const { task } of rejected) task.reject()
    return true
  }
  return {
    async enqueue(queue, run, { signal, size = 1 } = {}) {
      const path: QueuePath = typeof queue === 'string' ? [queue] : queue
      if (signal?.aborted || !makeRoom(path, size)) throw createRejection()
      return await new Promise((resolve, reject) => {
        const rejectTask = () => {
          waiting.remove(path, task)
          reject(createRejection())
        }
        const runTask = () => {
          signal?.removeEventListener('abort', rejectTask)
          return run().then(resolve, reject)
        }
        const task: Task = { size, run: runTask, reject: rejectTask }
        signal?.addEventListener('abort', rejectTask, { once: true })
        waiting.add(path, task)
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

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
  /** Whether the task may start while others run. Until it may, those of other outermost queues precede it. */
  readonly canStart?: (running: RunningTasks) => boolean
}

/** Numbers of tasks that run. */
export interface RunningTasks {
  /** Those of the outermost queue of a task. */
  readonly own: number
  readonly all: number
}

export interface FairQueueOptions {
  /** How many tasks run concurrently. Default: 1. */
  readonly concurrency?: number
  /** Maximum size of all waiting tasks. */
  readonly maxWaiting: number
  /** Of an outermost queue. */
  readonly maxWaitingPerQueue: number
  /** After which a waiting task is rejected. Default: none. */
  readonly maxWaitMs?: number
  /** Creates the error of a task that does not run. */
  readonly createRejection: () => Error
}

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { concurrency = 1, maxWaiting, maxWaitingPerQueue, maxWaitMs, createRejection } = options
  const waiting = createWaitingTasks()
  const pauses = createPauses()
  const running = createRunningCounts()
  const startTasks = createTaskRunner(waiting, () => running.all < concurrency)
  let isClosed = false

  const rejectAll = (name: string) => {
    for (const task of waiting.list(name)) task.reject()
  }
  const makeRoom = (path: QueuePath, size: number): boolean => {
    const [name] = path
    const sizeWithTask = addSizes(waiting.list(name)) + size
    if (isClosed || pauses.has(name) || sizeWithTask > maxWaitingPerQueue) return false
    return rejectOfLarger(waiting, path, { size, maxWaiting })
  }
  return {
    async enqueue(queue, run, { signal, size = 1, canStart = () => true } = {}) {
      const path: QueuePath = typeof queue === 'string' ? [queue] : queue
      if (signal?.aborted || !makeRoom(path, size)) throw createRejection()
      return await new Promise((resolve, reject) => {
        const rejectTask = () => {
          stopWaiting()
          waiting.remove(path, task)
          reject(createRejection())
        }
        const stopWaiting = limitWait(rejectTask, { signal, maxWaitMs })
        const task: Task = {
          size,
          canStart: () => canStart(running.count(path)),
          run: async () => {
            stopWaiting()
            const end = running.start(path)
            // Also when it throws before it returns a promise.
            const startRun = async () => await run()
            await startRun().then(resolve, reject).finally(end)
          },
          reject: rejectTask,
        }
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

/** Rejects tasks of larger queues, if they leave enough space for a task of a size. Returns whether there is space. */
function rejectOfLarger(
  waiting: WaitingTasks,
  path: QueuePath,
  { size, maxWaiting }: { readonly size: number; readonly maxWaiting: number },
): boolean {
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

/** Calls `reject` when a signal is aborted or a time has passed, unless the returned function is called before. */
function limitWait(
  reject: () => void,
  { signal, maxWaitMs }: Pick<TaskOptions, 'signal'> & Pick<FairQueueOptions, 'maxWaitMs'>,
): () => void {
  const timer = maxWaitMs === undefined ? undefined : setTimeout(reject, maxWaitMs)
  signal?.addEventListener('abort', reject, { once: true })
  return () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', reject)
  }
}

/** Returns a function that starts waiting tasks while `canStart`. */
function createTaskRunner(waiting: WaitingTasks, canStart: () => boolean): () => void {
  const startTasks = () => {
    while (canStart()) {
      const task = waiting.takeNext()
      if (!task) return
      void task.run().finally(startTasks)
    }
  }
  return startTasks
}

/** Counts the tasks that run, of each outermost queue and of all. */
function createRunningCounts() {
  const counts = new Map<string, number>()
  let all = 0
  const add = (name: string, change: number) => {
    const count = (counts.get(name) ?? 0) + change
    if (count > 0) counts.set(name, count)
    else counts.delete(name)
    all += change
  }
  return {
    get all() {
      return all
    },
    count: ([name]: QueuePath): RunningTasks => ({ own: counts.get(name) ?? 0, all }),
    start([name]: QueuePath): () => void {
      add(name, 1)
      return () => add(name, -1)
    },
  }
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

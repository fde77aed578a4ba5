export interface Task {
  readonly size: number
  readonly run: () => Promise<void>
  readonly reject: () => void
}

/** The waiting tasks of named queues. */
export interface WaitingTasks {
  /** The size of all tasks. */
  readonly totalSize: number
  add(queue: string, task: Task): void
  /** Takes a task out of its queue. Returns whether it was waiting. */
  remove(queue: string, task: Task): boolean
  /** Takes the first task of the next queue, which then comes after all others. */
  takeNext(): Task | null
  list(queue: string): readonly Task[]
  listQueues(): readonly string[]
  /** Returns the tasks of the queue with the largest size. */
  findLargest(): readonly Task[]
}

export function addSizes(tasks: readonly Task[]): number {
  return tasks.reduce((sum, { size }) => sum + size, 0)
}

export function createWaitingTasks(): WaitingTasks {
  const queues = new Map<string, Task[]>()
  let totalSize = 0

  const remove = (name: string, task: Task): boolean => {
    const queue = queues.get(name) ?? []
    const index = queue.indexOf(task)
    if (index < 0) return false
    queue.splice(index, 1)
    if (queue.length === 0) queues.delete(name)
    totalSize -= task.size
    return true
  }

  return {
    get totalSize() {
      return totalSize
    },
    add(name, task) {
      const queue = queues.get(name) ?? []
      queue.push(task)
      queues.set(name, queue)
      totalSize += task.size
    },
    remove,
    takeNext() {
      const [first] = queues
      const task = first?.[1][0]
      if (!first || !task) return null
      const [name, queue] = first
      // Re-inserted at the end, behind all other queues.
      queues.delete(name)
      queues.set(name, queue)
      remove(name, task)
      return task
    },
    list: (name) => [...(queues.get(name) ?? [])],
    listQueues: () => [...queues.keys()],
    findLargest: () =>
      [...queues.values()].reduce(
        (largest, queue) => (addSizes(queue) > addSizes(largest) ? queue : largest),
        [],
      ),
  }
}
